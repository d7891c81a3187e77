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
# Drawing is linked into the libraries; the program opens it as a module.
DRAW_OBJ := $(patsubst %.c,$(B)/%.o,$(wildcard gen/draw/*.c)) \
  $(B)/gen/project/module_linked.o
CORE_OBJ := $(patsubst %.c,$(B)/%.o,$(filter-out gen/cli/% gen/draw/% \
  gen/project/module_%,$(wildcard gen/*/*.c))) $(B)/gen/write/builtin.o
LIB_OBJ := $(CORE_OBJ) $(DRAW_OBJ)
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
$(B)/tests/%: private LANG_CF = -std=c11 -Igen $(DRAW_CF)
ALL_CF = $(LANG_CF) -ffp-contract=off -fvisibility=hidden -fPIC $(WARN) \
  $(CPPFLAGS) $(CFLAGS)
# Of libcrypto and libcmark only what is used, inside: loading them whole takes
# longer than a small command (tests/bench/README.md).
LIBS := -l:libcsv.a -l:libyaml.a -l:libcmark.a -l:libcrypto.a -Wl,--exclude-libs,ALL -lm
DRAW := cairo harfbuzz harfbuzz-subset freetype2 fribidi libpng libbrotlienc
# Asked once, when first needed: `make deps all` installs before it asks.
DRAW_CF = $(eval DRAW_CF := $(shell pkg-config --cflags $(DRAW)))$(DRAW_CF)
DRAW_LIBS = $(eval DRAW_LIBS := $(shell pkg-config --libs $(DRAW)))$(DRAW_LIBS)
say = $(if $(V),,@printf '  %-3s %s\n' $(1) $@;)# V=1 shows the commands
TEST_LIBS = $(shell pkg-config --libs cmocka)

.PHONY: FORCE fonts all site test differential coverage bench golden sanitize tsan lint \
  format format-check fuzz deps deps-dev install uninstall clean distclean help

all: $(O)/workings $(O)/draw.so $(O)/libworkings.a $(SO) ## the program and both libraries, in out/

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
$(addprefix $(B)/gen/,$(addprefix compute/,run.o operate.o grid.o lanes.o) load/stream.o load/encoding.o): \
  ALL_CF += -O3 -fno-trapping-math -fno-math-errno

# What it loads calls its allocation functions (gen/cli/memory.c).
SHOWN := malloc calloc realloc memalign aligned_alloc
$(O)/workings: $(CLI_OBJ) $(CORE_OBJ) $(B)/gen/project/module_open.o
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) $(SHOWN:%=-Wl,--export-dynamic-symbol=%) \
	  -o $@ $^ $(LIBS)

$(B)/core.a: $(CORE_OBJ)
	@rm -f $@; $(AR) rcs $@ $^
$(O)/draw.so: $(DRAW_OBJ) $(B)/gen/project/module_export.o $(B)/core.a | fonts
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) -shared -o $@ $^ $(DRAW_LIBS) $(LIBS)

# Both know where they will be installed.
$(B)/libdir: FORCE
	@mkdir -p $(@D); echo '$(libdir) $(bindir)' | cmp -s - $@ || \
	  echo '$(libdir) $(bindir)' >$@
$(B)/gen/project/module_linked.o $(B)/gen/project/module_open.o: $(B)/libdir
$(B)/gen/project/module_linked.o: private LANG_CF += -DWKP_LIBDIR='"$(libdir)"'
$(B)/gen/project/module_open.o: private LANG_CF += -DWKP_MODULES='"$(shell \
  realpath -ms --relative-to=$(bindir) $(libdir)/workings)"'
$(B)/gen/draw/%.o $(B)/gen/project/%.o: private LANG_CF += $(DRAW_CF)
FORCE:

# Fonts as Debian has them, to draw with, and cut, for pages.
FONT_DIRS ?= /usr/share/fonts/opentype/inter /usr/share/fonts/truetype/jetbrains-mono \
  /usr/share/fonts/truetype/dejavu
FONTS := Inter-Regular.otf Inter-Bold.otf Inter-Italic.otf \
  InterDisplay-SemiBold.otf JetBrainsMono-Regular.ttf DejaVuSans.ttf
SERVED := inter-400.woff2 inter-700.woff2 inter-400-italic.woff2 \
  inter-display-600.woff2 jetbrains-mono-400.woff2 dejavu-sans-400.woff2
fonts: $(FONTS:%=$(O)/fonts/%) $(SERVED:%=$(O)/fonts/%)
$(FONTS:%=$(O)/fonts/%):
	@mkdir -p $(@D); for d in $(FONT_DIRS); do \
	  test ! -e $$d/$(@F) || exec cp $$d/$(@F) $@; done; \
	  echo '$(@F): not found; make deps installs it' >&2; exit 1
$(B)/serve: $(B)/gen/draw/serve/main.o $(DRAW_OBJ) $(B)/core.a
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(DRAW_LIBS) $(LIBS)
$(SERVED:%=$(O)/fonts/%) &: $(FONTS:%=$(O)/fonts/%) | $(B)/serve
	$(call say,CUT)$(B)/serve $(O)/fonts

# One object in which only the public names are left.
$(O)/libworkings.a: $(LIB_OBJ)
	$(call say,AR)$(LD) -r -o $(B)/workings.o $^ && \
	  objcopy --localize-hidden $(B)/workings.o && rm -f $@ && \
	  $(AR) rcs $@ $(B)/workings.o

$(SO): $(LIB_OBJ)
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) -o $@ $^ $(DRAW_LIBS) $(LIBS)
	@ln -sf $(@F) $(O)/libworkings.so

# What draws finds its fonts beside the program.
$(B)/tests/fonts: | fonts
	@mkdir -p $(@D) && ln -sfn $(CURDIR)/$(O)/fonts $@

$(TESTS): $(B)/%: $(B)/%.o $(AID_OBJ) $(LIB_OBJ) | $(B)/tests/fonts
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TEST_LIBS) $(DRAW_LIBS) $(LIBS)

# A program of its own; a fuzz target has the replay of its seeds for a main.
REPLAY = $(B)/tests/fuzz/replay.o
$(REPLAYS): $(REPLAY)
$(REPLAYS) $(TOOL): $(B)/%: $(B)/%.o $(LIB_OBJ)
	$(call say,LD)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(DRAW_LIBS) $(LIBS)

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
	  sh -c 'clang-tidy --quiet @ -- $(LANG_CF) $(DRAW_CF) \
	    -DWKP_LIBDIR="\"\"" -DWKP_MODULES="\"\"" 2>/dev/null'

format format-check: ## lay out the code, or only look whether it is
	clang-format $(if $(filter format,$@),-i,--dry-run -Werror) \
	  $(sort $(wildcard gen/*.h gen/*/*.[ch] tests/*.[ch] tests/*/*.[ch]))

# Tracing comparisons finds words of a syntax. Targets that take bytes as choices
# need none, and run four times as fast with
# -fsanitize-coverage=inline-8bit-counters,pc-table.
FUZZ_COVERAGE ?= -fsanitize=fuzzer-no-link
fuzz: ## each parser under libFuzzer for FUZZ_SECONDS (60)
	$(MAKE) $(FUZZ_SRC:%.c=out/fuzz/%) B=out/fuzz REPLAY= CC=clang \
	  LDFLAGS=-fsanitize=fuzzer CFLAGS="-O1 -g -fno-sanitize-recover=all \
	    -fsanitize=address,undefined $(FUZZ_COVERAGE)"
	for f in $(FUZZ_SRC:tests/fuzz/fuzz_%.c=%); do mkdir -p out/fuzz/new/$$f && \
	  out/fuzz/tests/fuzz/fuzz_$$f -max_total_time=$(or $(FUZZ_SECONDS),60) -timeout=10 \
	    -artifact_prefix=out/fuzz/ out/fuzz/new/$$f tests/fuzz/$$f || exit 1; done

DEPS := gcc libc6-dev binutils pkgconf libcsv-dev libyaml-dev libcmark-dev \
  libssl-dev libcmocka-dev libcairo2-dev libharfbuzz-dev libfribidi-dev \
  libpng-dev libbrotli-dev fonts-inter fonts-jetbrains-mono fonts-dejavu-core \
  cmark python3
DEPS_DEV := clang clang-tidy clang-format g++ locales mandoc shellcheck valgrind \
  chromium cmark-gfm poppler-utils qpdf units
ifneq ($(filter deps%,$(MAKECMDGOALS)),)
.NOTPARALLEL: # first what is missing, then what needs it
endif
deps: ## what building and testing need, from Debian
	@sh .ci/apt $(DEPS)
deps-dev: deps ## what only the checks of .ci/run need
	@sh .ci/apt $(DEPS_DEV)

D = $(DESTDIR)
MAN = $(foreach n,1 3 5,$(mandir)/man$n/workings.$n)
MODULE = $(libdir)/workings/draw.so
INSTALLED = $(bindir)/workings $(MODULE) $(FONTS:%=$(libdir)/workings/fonts/%) \
  $(SERVED:%=$(libdir)/workings/fonts/%) \
  $(libdir)/libworkings.a $(libdir)/$(notdir $(SO)) \
  $(libdir)/libworkings.so $(libdir)/pkgconfig/workings.pc \
  $(includedir)/workings.h $(MAN)
VERSION = $(shell sed -n 's/^.define WK_VERSION "\(.*\)"/\1/p' gen/workings.h)

install: all ## under prefix (/usr/local), inside DESTDIR
	install -d $(sort $(dir $(addprefix $(D),$(INSTALLED))))
	install $(O)/workings $(D)$(bindir)
	install -m 644 $(O)/libworkings.a $(SO) $(D)$(libdir)
	install -m 644 $(O)/draw.so $(D)$(libdir)/workings
	install -m 644 $(addprefix $(O)/fonts/,$(FONTS) $(SERVED)) $(D)$(libdir)/workings/fonts
	ln -sf $(notdir $(SO)) $(D)$(libdir)/libworkings.so
	install -m 644 gen/workings.h $(D)$(includedir)
	for f in $(MAN); do install -m 644 gen/man/$${f##*/} $(D)$$f; done
	sed 's|@libdir@|$(libdir)|; s|@includedir@|$(includedir)|; s|@version@|$(VERSION)|' \
	  gen/workings.pc.in | sed 's|@draw@|$(DRAW_LIBS)|' \
	  >$(D)$(libdir)/pkgconfig/workings.pc

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
