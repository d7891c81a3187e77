// w1.mjs IN OUT: 10 Vega-Lite charts and one HTML page by markdown-it
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { csv, bar, scatter, lines, ms, imp } from './vega.mjs';
const md = new (await imp('markdown-it/dist/markdown-it.mjs')).default({ html: true });
const [, , dir, out] = process.argv; mkdirSync(out, { recursive: true });
const c = csv(readFileSync(dir + '/chips40.csv', 'utf8')); let i = 0; const w = (s) => writeFileSync(`${out}/chart${i++}.svg`, s);
for (const k of ['bandwidth_GBps', 'peak_TFLOPS', 'tdp_W', 'price_USD', 'memory_GB']) w(await bar(k + ' of 12 chips', k, c.slice(0, 12).map((x) => ({ name: x.chip, v: x[k] }))));
for (const [x, y] of [['bandwidth_GBps', 'peak_TFLOPS'], ['bandwidth_GBps', 'price_USD'], ['peak_TFLOPS', 'tdp_W']]) w(await scatter(`${y} against ${x}`, x, y, c));
for (const j of [0, 4]) w(await lines('time per step against batch', c.slice(j, j + 4).flatMap((x) => [...Array(10).keys()].map((q) => ({ s: x.chip, batch: 2 ** q, ms: ms(16, 16, x, 0.5, 2 ** q) })))));
const r = c.map((x) => ({ ...x, a: 16e3 / x.bandwidth_GBps, d: 16 / x.peak_TFLOPS }));
const t = ['# Forty chips', ...r.slice(0, 20).map((x) => `${x.chip} moves 16 GB of weights in **${x.a.toFixed(3)} ms**, against ${x.a > x.d ? 'less' : 'more'} for the arithmetic, and that is the price of one token there when the batch is one.`), '| chip | bandwidth, GB/s | peak, TFLOP/s | ms per token | ms arithmetic | ratio |\n|---|--:|--:|--:|--:|--:|\n' + r.map((x) => `| [${x.chip}](${x.source}) | ${x.bandwidth_GBps} | ${x.peak_TFLOPS} | ${x.a.toFixed(3)} | ${x.d.toFixed(4)} | ${(x.a / x.d).toFixed(1)} |`).join('\n'), ...[...Array(10).keys()].map((k) => `![](chart${k}.svg)`)].join('\n\n');
writeFileSync(out + '/index.html', '<!doctype html><meta charset="utf-8"><title>Chips</title>' + md.render(t));
