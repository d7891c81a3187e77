"""Compares two sites that differ in their texts: python3 compare.py BAD GOOD.

Every page has the same elements with the same attributes in both, and what a
browser runs or loads is the same: nothing in a text of the data is read as
HTML, and, through cmark, nothing as Markdown. Prints what differs.
"""
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys

VOID = {'meta', 'link', 'br', 'hr', 'img', 'wbr', 'input'}
LOADS = {'href', 'src', 'action', 'style', 'formaction', 'srcdoc'}
# What hides or reorders text, and what no text may hold.
HIDDEN = re.compile('[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u00ad\ufeff\ufdd0-'
                    '\ufdef\ufffe\uffff\x00-\x08\x0b-\x1f\x7f'
                    '\U000e0000-\U000e0fff]')


class Shape(html.parser.HTMLParser):
    """Elements and attributes, and the schemes of addresses."""

    def __init__(self, text):
        super().__init__()
        self.shape, self.open, self.text = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag == 'svg' or 'svg' in self.open:
            self.in_picture(tag, attrs)
            return
        names = [(k, self.safe(k, v)) for k, v in attrs]
        if tag != 'wbr':
            self.shape.append((tag, names))
        if tag not in VOID:
            self.open.append(tag)

    def in_picture(self, tag, attrs):
        """Its shape follows its words: only what could do harm counts."""
        self.open.append(tag)
        if tag in ('script', 'foreignobject', 'image', 'set', 'animate'):
            self.shape.append(('in a picture', tag))
        for name, value in attrs:
            if value.startswith('#') and name == 'href':
                continue
            if name.startswith('on') or name in LOADS - {'style'}:
                self.shape.append(('in a picture', name, value))

    def safe(self, name, value):
        if name in LOADS:
            scheme = re.match(r'[\s\x00-\x20]*([^/?#:]*):', value or '')
            host = re.match(r'[\\/]{2}', value or '')
            return (scheme and scheme[1].lower(), bool(host))
        return name == 'class' and value

    def handle_endtag(self, tag):
        if 'svg' in self.open and self.open.pop() == tag:
            return
        self.shape.append(('/', tag))
        if not self.open or self.open.pop() != tag:
            self.shape.append(('unbalanced', tag))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_data(self, data):
        self.text.append(data)

    def handle_comment(self, data):
        if data.strip():
            self.shape.append(('comment', data))

    def handle_decl(self, decl):
        self.shape.append(('decl', decl))

    def handle_pi(self, data):
        self.shape.append(('pi', data))

    def unknown_decl(self, data):
        self.shape.append(('unknown', data))


def shown(text):
    """A text of the data as pages show it, without white space."""
    text = HIDDEN.sub(
        lambda m: ''.join(f'\\x{b:02X}' for b in m[0].encode()), text)
    return re.sub(r'\s+', '', text)


def read_markdown(text):
    """As GitHub reads it, or as CommonMark has it."""
    for reader in (['cmark-gfm', '--unsafe', '-e', 'table', '-e', 'autolink',
                    '-e', 'strikethrough', '-e', 'tasklist'],
                   ['cmark', '--unsafe']):
        try:
            yield subprocess.run(reader, input=text.encode(), check=True,
                                 capture_output=True).stdout.decode()
        except FileNotFoundError:
            pass


def readings(path):
    text = path.read_text()
    return list(read_markdown(text)) if path.suffix == '.md' else [text]


def has_dollar(text):
    """GitHub takes what stands between two of them for mathematics."""
    return '$' in re.sub(r'`[^`\n]*`', '', re.sub(r'\\.', '', text))


def difference(a, b):
    for i, (x, y) in enumerate(zip(a, b)):
        if x != y:
            return f'{i}: {x} instead of {y}'
    return f'{len(a)} instead of {len(b)}' if len(a) != len(b) else ''


def main(bad, good):
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    pages = [p for p in bad.rglob('*') if p.suffix in ('.html', '.md', '.xml')]
    texts = dict(line for line in hostile())
    n = 0
    for page in sorted(pages):
        name = page.relative_to(bad)
        if HIDDEN.search(page.read_text()):
            print(f'{name}: what hides text is there')
        if page.suffix == '.md' and has_dollar(page.read_text()):
            print(f'{name}: a dollar is not escaped')
        for x, y in zip(readings(page), readings(good / name), strict=True):
            a, b = Shape(x), Shape(y)
            if a.shape != b.shape:
                print(f'{name}: {difference(a.shape, b.shape)}')
            want = shown(texts.get(name.stem, ''))
            got = re.sub(r'\s+', '', ''.join(a.text))
            if got.count(want) < 9:
                print(f'{name}: the text is there {got.count(want)} times')
            n += 1
    if n < 30: # of HTML alone, where nothing reads Markdown
        print(f'only {n} readings')


def hostile():
    from make import HOSTILE
    return HOSTILE.items()


if __name__ == '__main__':
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
