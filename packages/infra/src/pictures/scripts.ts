import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';

/**
 * Fonts for scripts that ours lack. Each package splits its font into slices of a few hundred letters, as browsers load
 * them, and lists the letters of each slice. Only the slices that a text needs are unpacked.
 */
const packages = {
  'noto-sans': 'Noto Sans',
  'noto-sans-thai': 'Noto Sans Thai',
  'noto-sans-jp': 'Noto Sans JP',
  'noto-sans-kr': 'Noto Sans KR',
  'noto-sans-sc': 'Noto Sans SC',
} as const;
type Package = keyof typeof packages;

const { resolve } = createRequire(import.meta.url);
const Ranges = z.record(z.string(), z.string());

interface Slice {
  readonly name: string;
  readonly ranges: readonly (readonly [number, number])[];
}

async function readSlices(name: Package): Promise<readonly Slice[]> {
  const told = Ranges.parse(JSON.parse(await readFile(resolve(`@fontsource-variable/${name}/unicode.json`), 'utf8')));
  return Object.entries(told).map(([slice, ranges]) => ({
    name: slice.replaceAll(/[[\]]/g, ''),
    ranges: ranges.split(',').map((range) => {
      const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    }),
  }));
}

/**
 * Chinese, Japanese and Korean share letters but write some of them differently. Kana or Hangul in a text reveals its
 * language.
 */
function orderFor(text: string): readonly Package[] {
  const others = ['noto-sans', 'noto-sans-thai'] as const;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text))
    return [...others, 'noto-sans-jp', 'noto-sans-kr', 'noto-sans-sc'];
  if (/\p{Script=Hangul}/u.test(text)) return [...others, 'noto-sans-kr', 'noto-sans-jp', 'noto-sans-sc'];
  return [...others, 'noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];
}

/** Returns the font families for letters that ours lack, in the order to try them. */
export const familiesFor = (text: string): readonly string[] => orderFor(text).map((name) => packages[name]);

export interface Scripts {
  /** Returns the font files for these letters. Each file is returned when it is first needed. */
  filesFor(text: string): Promise<readonly string[]>;
}

/** Unpacks the font files into a temporary folder of this process. */
export function openScripts(): Scripts {
  const known = new Map<Package, Promise<readonly Slice[]>>();
  const unpacked = new Map<string, Promise<string>>();
  let folder: Promise<string> | undefined;

  const findSlice = async (letter: string, order: readonly Package[]) => {
    const point = letter.codePointAt(0) ?? 0;
    for (const name of order) {
      const reading = known.get(name) ?? readSlices(name);
      known.set(name, reading);
      const slice = (await reading).find(({ ranges }) => ranges.some(([from, to]) => from <= point && point <= to));
      if (slice) return `${name}/files/${name}-${slice.name}-wght-normal.woff2`;
    }
    return null;
  };

  return {
    async filesFor(text) {
      const files = new Set<string>();
      for (const letter of new Set(text)) {
        // Our own fonts include Basic Latin.
        if ((letter.codePointAt(0) ?? 0) < 0x80) continue;
        const file = await findSlice(letter, orderFor(text));
        if (file) files.add(file);
      }
      return await Promise.all(
        [...files].map((file) => {
          folder ??= makeFolder();
          const unpacking = unpacked.get(file) ?? unpack(file, folder);
          unpacked.set(file, unpacking);
          return unpacking;
        }),
      );
    },
  };
}

/** The image library reads no compressed fonts. */
async function unpack(file: string, folder: Promise<string>): Promise<string> {
  const { default: decompress } = await import('woff2-encoder/decompress');
  const font = await decompress(await readFile(resolve(`@fontsource-variable/${file}`)));
  const path = join(await folder, `${basename(file, '.woff2')}.ttf`);
  await writeFile(path, font);
  return path;
}

/** The library reads the files until the process ends. */
async function makeFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'tally-fonts-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
}
