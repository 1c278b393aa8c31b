import { accessSync, constants, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fetchChromium } from './chromium.ts';

function fetching({ machine = 'linux-x64', works = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tally-chromium-'));
  const [said, asked] = [[] as string[], [] as string[]];
  const run = (_command: string, args: readonly string[]) => asked.push(args.join(' ')) > 0 && works;
  return { folder, said, asked, fetch: () => fetchChromium({ folder, machine, say: (line) => said.push(line), run }) };
}

it('a machine without a browser downloads one once, reports it, and runs no install script', () => {
  const { folder, said, asked, fetch } = fetching();
  const path = join(folder, 'tally-chromium');
  expect(fetch()).toEqual({ path });
  accessSync(path, constants.X_OK);
  expect(readFileSync(join(folder, 'fonts.conf'), 'utf8')).toContain(`<dir>${folder}/fonts</dir>`);
  expect(said.join('')).toContain('this machine has no Chromium');
  expect(asked[0]).toContain('--ignore-scripts');
  const before = asked.length;
  expect(fetch()).toEqual({ path });
  expect(asked).toHaveLength(before);
});

it('where it cannot be had, the reason is known, and the next run tries again', () => {
  expect(fetching({ machine: 'darwin-arm64' }).fetch()).toEqual({ reason: expect.stringContaining('CHROMIUM_PATH') });
  const { asked, fetch } = fetching({ works: false });
  expect(fetch()).toEqual({ reason: expect.stringContaining('npm could not fetch') });
  fetch();
  expect(asked).toHaveLength(2);
});
