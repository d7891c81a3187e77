"""Reads back every number that a site prints: python3 read_back.py SITE.

Each number of the manifest stands where it says, in HTML and (through cmark)
in Markdown, and its text is its value, rounded at the last digit printed.
Prints what is not so; the last line counts.
"""
import html.parser
import json
import pathlib
import re
import subprocess
import sys
from decimal import Decimal
from urllib.parse import unquote

RAISED = str.maketrans('⁰¹²³⁴⁵⁶⁷⁸⁹⁻', '0123456789-')
WORDS = {'thousand': 3, 'million': 6, 'billion': 9, 'trillion': 12}
FIGURE = re.compile(
    r'(-?)(\d[\d,]*)(\.\d+)?(?: (thousand|million|billion|trillion))?'
    r'(?: × 10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+))?')


def plain(text):
    """As the manifest has it: one kind of space, of minus."""
    return (text.replace('\u202f', ' ').replace('\u00a0', ' ')
            .replace('\u2212', '-').strip())


class Reader(html.parser.HTMLParser):
    """Number links outside of the workings, and the values of the entries."""

    def __init__(self, text):
        super().__init__()
        self.links, self.values, self.all = [], {}, []
        self.entry = self.link = self.take = None
        self.in_picture = 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        self.in_picture += tag == 'svg'  # its marks repeat the table's
        if tag == 'a' and not self.in_picture and a.get('href', '').startswith('#w-'):
            self.link = [unquote(a['href'][1:]), '']
        if tag == 'div' and a.get('class') == 'w':
            self.entry = a['id']
        if tag == 'p' and a.get('class') == 'v' and self.entry:
            self.take = self.entry
            self.values[self.take] = ''

    def handle_endtag(self, tag):
        self.in_picture -= tag == 'svg'
        if tag == 'a' and self.link:
            self.links.append((self.link[0], plain(self.link[1])))
            self.link = None
        if tag == 'p':
            self.take = None

    def handle_data(self, data):
        self.all.append(data)
        if self.link:
            self.link[1] += data
        if self.take:
            self.values[self.take] += data


def read_figure(m):
    """Value and half of its last place."""
    power = WORDS.get(m[4], 0) + (int(m[5].translate(RAISED)) if m[5] else 0)
    digits = m[2].replace(',', '') + (m[3] or '')
    value = Decimal(m[1] + digits).scaleb(power)
    places = len(m[3] or '.') - 1
    return value, Decimal(5).scaleb(power - places - 1)


def figures(text):
    """Best, low and high value as they are printed, with their halves; a sign
    between figures parts them."""
    text = text.replace('–', ' to ')
    found = list(FIGURE.finditer(text))
    read = [read_figure(m) for m in found]
    # 54.0-60.0 million: the word is for both ends.
    power = WORDS.get(found[-1][4], 0) if found else 0
    read = [r if m[4] or not power else tuple(x.scaleb(power) for x in r)
            for m, r in zip(found, read)]
    if '(' in text and len(read) == 3:
        return read
    if ' to ' in text and len(read) >= 2:
        return [None] + read[:2]
    return read[:1] + [None, None]


def close(printed, value, half_units):
    number, half = printed
    # the last digit of a whole number may be any of its zeros
    if value is None:
        return False
    return abs(number - Decimal(repr(float(value)))) <= (
        half * half_units + abs(number) * Decimal('1e-11'))


def wrong_value(n):
    """What is wrong with the text of a number, or ''."""
    text, unit = n['text'], n['unit']
    if n['value'] is None and n['low'] is None:
        ok = 'not known' in text or re.fullmatch(r'\d{4}(-\d\d){0,2}', text)
        return '' if ok or n['kind'] == 'claimed' else 'no value'
    if n['kind'] == 'claimed':
        return ''
    if not re.search(r'\d', text):
        return 'no figure'
    want = [n['value'], n['low'], n['high']]
    for printed, value in zip(figures(text), want):
        # Figures that were dropped: 1,280 of 1278.5 has 5 as half its step.
        zeros = 0
        if printed and printed[0] == printed[0].to_integral_value():
            digits = format(abs(printed[0]), 'f').split('.')[0]
            zeros = len(digits) - len(digits.rstrip('0'))
        if printed and not close(printed, value, Decimal(10) ** zeros):
            return f'{value} {unit}'
    if unit and text.endswith(' ' + unit):
        text = text[:-len(unit)]
        unit = ''
    rest = FIGURE.sub('', text.replace('–', ' ').replace(' to ', ' ')).strip(' ()')
    if rest and rest != unit and not (unit and rest.startswith(unit)):
        return f'followed by {rest}'
    return ''


def read_page(site, page, suffix):
    path = site / (page['path'] + suffix)
    if not path.exists():
        return None
    text = path.read_text()
    if suffix == '.md':
        text = subprocess.run(['cmark', '--unsafe'], input=text.encode(),
                              capture_output=True, check=True).stdout.decode()
    return Reader(text)


def check_page(site, page, suffix, say):
    r = read_page(site, page, suffix)
    if r is None:
        return 0
    name = page['path'] + suffix
    links = sorted(r.links)
    want = sorted((n['anchor'], n['text']) for n in page['numbers']
                  if n.get('anchor'))
    for one in [x for x in want if x not in links][:3]:
        say(f'{name}: the manifest has {one}, the page not')
    for one in [x for x in links if x not in want][:3]:
        say(f'{name}: the page has {one}, the manifest not')
    if len(links) != len(want):
        say(f'{name}: {len(links)} numbers, {len(want)} in the manifest')
    everything = plain(' '.join(' '.join(r.all).split()))
    for n in page['numbers']:
        if n['kind'] == 'plain' and n['text'] not in everything:
            say(f"{name}: {n['text']} is nowhere")
    return len(links)


def check_values(page, say):
    words = {c['text'] for c in page['claims'] if 'condition' in c}
    for n in page['numbers']:
        if n['kind'] == 'bare' or n['text'] in words:
            continue
        why = wrong_value(n)
        if why and not n['text'].startswith('not known'):
            say(f"{page['path']}: {n['text']!r} is {why} ({n['expression']})")
    for c in page['claims']:
        m = FIGURE.search(c['text'])
        if 'margin' not in c or c['margin'] is None or not m or '–' in c['text']:
            continue
        values = [n['value'] for n in page['numbers']
                  if n['text'] == c['text'] and n['kind'] == 'claimed' and
                  n['value'] is not None]
        stated = float(read_figure(m)[0])
        if stated and values and not any(
                abs(v / stated - 1 - c['margin']) < 1e-9 for v in values):
            say(f"{page['path']}: margin of {c['text']}")


def main(site):
    manifest = json.loads((site / 'manifest.json').read_text())
    n = 0
    for page in manifest['pages']:
        check_values(page, print)
        for suffix in ('.html', '.md'):
            n += check_page(site, page, suffix, print)
    print(n)


if __name__ == '__main__':
    main(pathlib.Path(sys.argv[1]))
