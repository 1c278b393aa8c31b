import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { familiesFor } from './scripts.ts';

const letters = Array.from('山김مสअЖΩひ这שĐ');
/** No font has this letter, and all missing letters are drawn as the same box. */
const MISSING = '\uEFFF';

const program = `
  const { drawInBox } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'index.ts')).href)});
  const box = { width: 400, height: 200 };
  const sizes = [];
  for (const letter of ${JSON.stringify([MISSING, ...letters])}) {
    const { width, height } = await drawInBox(letter, { size: 60, colour: '#fff', weight: 'Regular' }, box);
    sizes.push(width + ' x ' + height);
  }
  console.log(JSON.stringify(sizes));
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'no-fonts-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('draws the letters of many scripts on a machine without a font', async () => {
  const config = join(folder, 'fonts.conf');
  await writeFile(config, `<fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`);
  const env = { ...process.env, FONTCONFIG_FILE: config };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
  const [missing, ...sizes]: string[] = JSON.parse(stdout);
  const boxes = letters.filter((_, place) => sizes[place] === missing);
  expect([sizes.length, boxes]).toEqual([letters.length, []]);
});

it('uses the Japanese or Korean form of a character as the text suggests', () => {
  expect(familiesFor('山田')[2]).toBe('Noto Sans SC');
  expect(familiesFor('ひなた工房')[2]).toBe('Noto Sans JP');
  expect(familiesFor('김 山')[2]).toBe('Noto Sans KR');
});
