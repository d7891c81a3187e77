# GNU make. CC, CFLAGS, LDFLAGS, prefix and DESTDIR are the user's; our own
# flags are in ALL_CF. `make help` lists the targets.

CFLAGS ?= -O2 -g
B ?= out/build
# Variants keep to their own folder; the plain build is found in out/.
O := $(if $(filter out/build,$(B)),out,$(B))

prefix ?= /usr/local
bindir ?= $(prefix)/bin
libdir ?= $(prefix)/lib
includedir ?= $(prefix)/include
mandir ?= $(prefix)/share/man

FUZZ_SRC := $(wildcard tests/fuzz/fuzz_*.c)
LIB_OBJ := $(patsubst %.c,$(B)/%.o,$(filter-out gen/cli/%,$(wildcard gen/*/*.c))) \
  $(B)/gen/write/builtin.o
CLI_OBJ := $(patsubst %.c,$(B)/%.o,$(wildcard gen/cli/*.c))
AID_OBJ := $(patsubst %.c,$(B)/%.o,$(filter-out tests/test_%,$(wildcard tests/*.c)))
TESTS := $(patsubst %.c,$(B)/%,$(wildcard tests/test_*.c))
TOOL := $(B)/tests/differential/tool
REPLAYS := $(FUZZ_SRC:%.c=$(B)/%)
SO := $(O)/libworkings.so.0

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
  -Wmissing-prototypes -Wwrite-strings -Wundef -Wvla -Wformat=2 \
  $(if $(CI),-Werror)
LANG_CF := -std=c11 -D_GNU_SOURCE= -Igen
$(B)/tests/%: private LANG_CF := -std=c11 -Igen
ALL_CF = $(LANG_CF) -ffp-contract=off -fvisibility=hidden -fPIC $(WARN) \
  $(CPPFLAGS) $(CFLAGS)
# Of libcrypto and libcmark only what is used, inside: loading them whole takes
# longer than a small command (tests/bench/README.md).
LIBS := -lcsv -l:libyaml.a -l:libcmark.a -l:libcrypto.a -Wl,--exclude-libs,ALL -lm
say = $(if $(V),,@printf '  %-3s %s\n' $(1) $@;)# V=1 shows the commands
TEST_LIBS = $(shell pkg-config --libs cmocka)

.PHONY: all site test differential coverage bench golden sanitize tsan lint \
  format format-check fuzz deps deps-dev install uninstall clean distclean help

all: $(O)/workings $(O)/libworkings.a $(SO) ## the program and both libraries, in out/

$(B)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(ALL_CF) -MMD -MP -c -o $@ $<

# The look of a project that brings none, as bytes.
BUILTIN := layout:templates/_layout.html style:templates/style.css
$(B)/gen/write/builtin.c: templates/_layout.html templates/style.css Makefile
	@mkdir -p $(@D)
	@{ echo '#include "write/writer.h"'; for b in $(BUILTIN); do n=$${b%%:*}; \
	  echo "static const unsigned char $$n[] = {"; od -An -v -tu1 $${b#*:} | \
	    sed 's/[0-9][0-9]*/&,/g'; \
	  printf '};\nwkb_str\nwkw_builtin_%s(void)\n{\n' $$n; \
	  printf '    return (wkb_str){(const char *)%s, sizeof %s};\n}\n' $$n $$n; \
	done; } >$@

$(B)/gen/write/builtin.o: $(B)/gen/write/builtin.c
	$(call say,CC)$(CC) $(ALL_CF) -MMD -MP -c -o $@ $<

# Loops over lanes and bytes, as vectors (tests/bench/README.md tells what it
# brings). None of the flags changes a value.
$(addprefix $(B)/gen/,$(addprefix compute/,run.o grid.o lanes.o) load/stream.o): \
  ALL_CF += -O3 -fno-trapping-math -fno-math-errno

$(O)/workings: $(CLI_OBJ) $(LIB_OBJ)
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# One object in which only the public names are left.
$(O)/libworkings.a: $(LIB_OBJ)
	$(call say,AR)$(LD) -r -o $(B)/workings.o $^ && \
	  objcopy --localize-hidden $(B)/workings.o && rm -f $@ && \
	  $(AR) rcs $@ $(B)/workings.o

$(SO): $(LIB_OBJ)
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) -o $@ $^ $(LIBS)
	@ln -sf $(@F) $(O)/libworkings.so

$(TESTS): $(B)/%: $(B)/%.o $(AID_OBJ) $(LIB_OBJ)
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TEST_LIBS) $(LIBS)

# A program of its own; a fuzz target has the replay of its seeds for a main.
REPLAY = $(B)/tests/fuzz/replay.o
$(REPLAYS): $(REPLAY)
$(REPLAYS) $(TOOL): $(B)/%: $(B)/%.o $(LIB_OBJ)
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

site: all ## our own site, from templates/, in out/site/
	$(O)/workings build .

test: all $(TESTS) $(REPLAYS) $(TOOL) ## every test; the last line says how many
	@O=$(O) B=$(B) CC="$(CC)" sh tests/run.sh $(TESTS) $(REPLAYS)

differential: all $(TESTS) $(TOOL) ## all cases against other programs
	DIFFERENTIAL=full $(B)/tests/test_differential
	B=$(B) DIFFERENTIAL=full sh tests/differential.sh

bench: all ## how long the usual jobs take
	@O=$(O) sh tests/bench/run.sh

golden: all $(B)/tests/test_faults ## rewrite the expected outputs; read the diff
	@for t in golden docs documents; do O=$(O) sh tests/$$t.sh --write; done
	@GOLDEN=1 $(B)/tests/test_faults

sanitize: SAN := address,undefined -fno-sanitize-recover=all
tsan: SAN := thread
sanitize tsan: ## the tests under ASan and UBSan, or under TSan
	$(MAKE) --no-print-directory test B=out/$@ LDFLAGS="-fsanitize=$(SAN)" \
	  CFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=$(SAN)"

coverage: ## lines and branches that the tests reach; those they do not
	$(MAKE) --no-print-directory test B=out/coverage \
	  CFLAGS="-O0 -g --coverage -fprofile-update=prefer-atomic" LDFLAGS="--coverage"
	@sh tests/lib/coverage.sh out/coverage

lint: ## clang-tidy, a file a run, since its checkers keep state
	printf '%s\n' gen/*/*.c | xargs -P 4 -I @ \
	  sh -c 'clang-tidy --quiet @ -- $(LANG_CF) 2>/dev/null'

format format-check: ## lay out the code, or only look whether it is
	clang-format $(if $(filter format,$@),-i,--dry-run -Werror) \
	  $(sort $(wildcard gen/*.h gen/*/*.[ch] tests/*.[ch] tests/*/*.[ch]))

fuzz: ## each parser under libFuzzer for FUZZ_SECONDS (60)
	$(MAKE) $(FUZZ_SRC:%.c=out/fuzz/%) B=out/fuzz REPLAY= CC=clang \
	  LDFLAGS=-fsanitize=fuzzer CFLAGS="-O1 -g -fno-sanitize-recover=all \
	    -fsanitize=fuzzer-no-link,address,undefined"
	for f in $(FUZZ_SRC:tests/fuzz/fuzz_%.c=%); do mkdir -p out/fuzz/new/$$f && \
	  out/fuzz/tests/fuzz/fuzz_$$f -max_total_time=$(or $(FUZZ_SECONDS),60) -timeout=10 \
	    -artifact_prefix=out/fuzz/ out/fuzz/new/$$f tests/fuzz/$$f || exit 1; done

DEPS := gcc libc6-dev binutils pkgconf libcsv-dev libyaml-dev libcmark-dev \
  libssl-dev libcmocka-dev
DEPS_DEV := clang clang-tidy clang-format g++ locales mandoc shellcheck valgrind
deps: ## what building and testing need, from Debian
	@sh .ci/apt $(DEPS)
deps-dev: deps ## what only the checks of .ci/run need
	@sh .ci/apt $(DEPS_DEV)

D = $(DESTDIR)
MAN = $(foreach n,1 3 5,$(mandir)/man$n/workings.$n)
INSTALLED = $(bindir)/workings $(libdir)/libworkings.a $(libdir)/$(notdir $(SO)) \
  $(libdir)/libworkings.so $(libdir)/pkgconfig/workings.pc \
  $(includedir)/workings.h $(MAN)
VERSION = $(shell sed -n 's/^.define WK_VERSION "\(.*\)"/\1/p' gen/workings.h)

install: all ## under prefix (/usr/local), inside DESTDIR
	install -d $(sort $(dir $(addprefix $(D),$(INSTALLED))))
	install $(O)/workings $(D)$(bindir)
	install -m 644 $(O)/libworkings.a $(SO) $(D)$(libdir)
	ln -sf $(notdir $(SO)) $(D)$(libdir)/libworkings.so
	install -m 644 gen/workings.h $(D)$(includedir)
	for f in $(MAN); do install -m 644 gen/man/$${f##*/} $(D)$$f; done
	sed 's|@libdir@|$(libdir)|; s|@includedir@|$(includedir)|; s|@version@|$(VERSION)|' \
	  gen/workings.pc.in > $(D)$(libdir)/pkgconfig/workings.pc

uninstall: ## exactly what install put there
	rm -f $(addprefix $(D),$(INSTALLED))

clean: ## objects and variants
	rm -rf out/build out/clang out/coverage out/fuzz out/sanitize out/tsan

distclean: ## all that is generated
	find out -mindepth 1 ! -name .gitignore -delete

help:
	@sed -n 's/^\([a-z -]*\):.*## \(.*\)/\1|\2/p' Makefile | \
	  awk -F'|' '{printf "%-14s %s\n", $$1, $$2}'

-include $(wildcard $(B)/*/*.d $(B)/*/*/*.d)
