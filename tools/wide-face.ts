/**
 * Writes apps/web/ui/wide-face/anybody-wide.woff2: Anybody at the one width and weight in which it is used, with Latin
 * letters only. The whole variable font weighs five times as much, and every page's first paint waits for it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subset from 'subset-font';

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');

const whole = await readFile(pathOf('node_modules/@fontsource-variable/anybody/files/anybody-latin-wdth-normal.woff2'));
const letters = `${range(0x20, 0x7e)}${range(0xa0, 0x17f)}‘’“”–—…•€™`;
const face = await subset(whole, letters, { targetFormat: 'woff2', variationAxes: { wdth: 150, wght: 800 } });
await writeFile(pathOf('apps/web/ui/wide-face/anybody-wide.woff2'), face);
console.log(`${whole.length} bytes became ${face.length}.`);
