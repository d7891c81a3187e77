"""Makes two projects that differ in their texts alone: python3 make.py FOLDER.

FOLDER/bad has cells that would do harm where they were read as HTML or
Markdown, FOLDER/good plain words in their places.
"""
import csv
import pathlib
import shutil
import sys

HOSTILE = {
    'script': '<script>alert(1)</script>',
    'img': '"><img src=x onerror=alert(1)>',
    'single': "'><img src=x onerror='alert(1)'>",
    'attribute': '" onmouseover="alert(1)" x="',
    'target': '](javascript:alert(1))',
    'link': '[a](https://evil.example) ![i](x) [r][r] [r]',
    'marks': '[^1] [@maker] [r]: javascript:alert(1)',
    'close': '</p></td></table></a></h2></div></body></html>',
    'comment': '<!-- c --> --> <![CDATA[ x ]]> <?php x ?>',
    'entity': '&lt;b&gt; &#60;b&#62; &#x3c;b&#x3e; &copy; &amp',
    'style': '</style><b>x</b></title><b>y</b>',
    'bar': 'a|b | c\\|d',
    'dollar': '$x$ $$y$$ $`z`$',
    'star': '*a* **b** _c_ __d__ ***e***',
    'tick': '`a` ``b`` ` c',
    'strike': '~~s~~ ~t~',
    'braces': '{{ 1 + 1 }} {{#if 1 > 2}} {% x %} {{/if}}',
    'heading': '# h',
    'setext': 'a\n===\nb\n---\nc',
    'fence': '```\nx\n```',
    'item': '- a',
    'number': '1. b',
    'quote': '> q',
    'rule': '***',
    'block': '\n\n<div>\n\n# x\n',
    'auto': 'https://evil.example www.evil.example a@evil.example',
    'angle': '<https://evil.example> <a@evil.example>',
    'backslash': '\\ \\* \\\\ \\',
    'bidi': 'abc\u202edef\u202c \u200f\u2066ghi\u2069',
    'zero': 'a\u200bb\u200dc\u2060d\u00ade',
    'tex': '\\textbf{x} %c #d _e ^f ~g }',
    'blank': '\u00a0x\u00a0',
    'mention': '@someone #123 GH-12 :smile: ==x== [[x]] {: .c} [!NOTE]',
    'task': '[ ] x',
    'codes': '&copy &#x80; &#0; &#55296; &NotEqualTilde; %3Cscript%3E',
    'math': '\\(x\\) \\[y\\] $1 and $2',
    'schemes': 'HTTPS://EVIL.EXAMPLE //evil.example mailto:x@y.zz xmpp:a@b',
    'tag': '\U000e0041\U000e0042',
}

# No font has a line end: a chart with it is refused.
DRAWN = {name: '\n' not in text for name, text in HOSTILE.items()}

TEMPLATE = '''---
title: "{{ h.text }}"
description: "about {{ h.text }}"
date: 2026-01-02
each: h in hostile
formats: [html, md]
---

A paragraph with {{ h.text }} in it, **{{ h.text }}**, *{{ h.text }}* and
{{ h.text }} at the start of a line, [a link with {{ h.text }}](https://example.org/{{ h.text }} "the title {{ h.text }}"),
![the picture {{ h.text }}](../pic.svg "{{ h.text }}") and {{ if(1 < 2, h.text, "") }}[^n].

{{ h.text }}

## {{ h.text }}

| a | b |
| --- | --- |
| {{ h.text }} | {{ h.text }}{{ h.text }} |
| **{{ h.text }}** | [{{ h.text }}](https://example.org) |

- {{ h.text }}
- > {{ h.text }}

1. x {{ h.text }}

`code {{ h.text }}`

<p>raw {{ h.text }} HTML</p>

```table
data: hostile where id = h.id
columns:
  - text
  - Value: value
```

```assume
share:
  value: 40 %
  why: because {{ h.text }}
```

{{#if h.drawn = 1}}
```chart
type: bar
title: "Of {{ h.text }}"
subtitle: "In {{ h.text }}"
note: "Not {{ h.text }}"
data: hostile where id = h.id
x: value
y: text
```
{{/if}}

```calc
sum = twice(h) * share
```

A number {{ twice(h) }}, a claim {{ h.value ~ 12 }}, a citation [@bad, p. 3].

[^n]: A note with {{ h.text }}.
'''


def make(folder, texts):
    data = folder / 'data'
    data.mkdir(parents=True)
    shutil.copytree('tests/hostile/templates', folder / 'templates')
    (data / 'site.yaml').write_text(
        'base_url: https://example.org\nhtml: true\n')
    with open(data / 'hostile.csv', 'w', newline='') as f:
        out = csv.writer(f)
        out.writerow(['id', 'text [text]', 'value', 'drawn', 'source', 'locator'])
        for name, text in texts.items():
            drawn = int(DRAWN.get(name, '\n' not in text))
            out.writerow([name, text, 12, drawn, 'bad', text])
    everything = ' '.join(texts.values()).replace('\n', ' ')
    with open(data / 'sources.csv', 'w', newline='') as f:
        out = csv.writer(f)
        out.writerow(['id', 'authors', 'title', 'year', 'container', 'url',
                      'accessed', 'note'])
        out.writerow(['bad', everything, everything, '2024', everything,
                      texts['url'], '2024-05-06', ''])
    (data / 'f.formulas').write_text(
        f'## {everything}\n## source: bad, {everything.replace(",", " ")}\n'
        'twice(h: hostile) -> 1 = 2 * h.value\n')
    (folder / 'templates' / 'page.md').write_text(TEMPLATE)


def main(root):
    make(root / 'bad', {**HOSTILE, 'url': 'javascript:alert(1)'})
    make(root / 'good',
         {**{name: 'word' for name in HOSTILE}, 'url': 'javascript:a'})


if __name__ == '__main__':
    main(pathlib.Path(sys.argv[1]))
