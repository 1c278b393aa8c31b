/**
 * Writes the Latin fonts of apps/web/ui/faces from the fonts' packages: only the used characters, widths and weights.
 * Every page waits for them, and the whole fonts are more than twice as large.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subset from 'subset-font';

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');

/** The ranges of the packages' Latin files, so all their characters are included. */
const latin = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœʻʼˆ˚˜̩̄̈${range(0x2000, 0x206f)}€™↑↓−∕�`;
const european = `${range(0x20, 0x7e)}${range(0xa0, 0x17f)}‘’“”–—…•€™`;
const weights = { wght: { min: 400, max: 700 } };

interface Face {
  readonly name: string;
  readonly from: string;
  readonly letters: string;
  readonly options: Parameters<typeof subset>[2];
}

const faces: readonly Face[] = [
  { name: 'onest', from: 'onest/files/onest-latin-wght-normal', letters: latin, options: { variationAxes: weights } },
  {
    name: 'anybody',
    from: 'anybody/files/anybody-latin-wdth-normal',
    letters: european,
    options: { variationAxes: { wdth: 150, wght: 800 } },
  },
  {
    name: 'jetbrains-mono',
    from: 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal',
    letters: latin,
    // Removes the ligatures for code, which would change how ids look.
    options: { variationAxes: weights, noLayoutClosure: true },
  },
];

for (const { name, from, letters, options } of faces) {
  const whole = await readFile(pathOf(`node_modules/@fontsource-variable/${from}.woff2`));
  const face = await subset(whole, letters, { targetFormat: 'woff2', ...options });
  await writeFile(pathOf(`apps/web/ui/faces/${name}.woff2`), face);
  console.log(`${name}: ${whole.length} bytes became ${face.length}.`);
}
