// vl.mjs: Vega-Lite charts to SVG strings without a browser
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
const R = process.env.VEGA + "/";
const require = createRequire(R);
export const imp = (p) => import(pathToFileURL(R + 'node_modules/' + p));
const vega = await imp('vega/build/vega-node.js').catch(() => import(pathToFileURL(require.resolve('vega'))));
const vl = await imp('vega-lite/build/index.js').catch(() => import(pathToFileURL(require.resolve('vega-lite'))));
export const svg = async (spec) => new vega.View(vega.parse(vl.compile({ width: 560, height: 300, ...spec }).spec), { renderer: 'none' }).toSVG();
export const csv = (s) => { const [h, ...r] = s.trim().split('\n').map((l) => l.split(',')); return r.map((x) => Object.fromEntries(h.map((k, i) => [k, isNaN(x[i]) ? x[i] : +x[i]]))); };
export const ms = (gb, gops, c, kv, b) => Math.max((gb / c.bandwidth_GBps) * 1e3, (gops * b) / c.peak_TFLOPS) + (kv * b) / c.bandwidth_GBps;
export const bar = (title, y, values) => svg({ title, data: { values }, mark: 'bar', encoding: { x: { field: 'name', sort: null, title: null }, y: { field: 'v', type: 'quantitative', title: y } } });
export const scatter = (title, x, y, values) => svg({ title, data: { values }, encoding: { x: { field: x, type: 'quantitative', scale: { type: 'log' } }, y: { field: y, type: 'quantitative', scale: { type: 'log' } } }, layer: [{ mark: { type: 'point', filled: true } }, { mark: { type: 'text', align: 'left', dx: 5, fontSize: 8 }, encoding: { text: { field: 'chip' } } }] });
export const lines = (title, values) => svg({ title, data: { values }, mark: { type: 'line', point: true }, encoding: { x: { field: 'batch', type: 'quantitative', scale: { type: 'log', base: 2 } }, y: { field: 'ms', type: 'quantitative', scale: { type: 'log' } }, color: { field: 's', title: null } } });
