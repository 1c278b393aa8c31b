import { expect, it } from 'vitest';
import { type Part, startPart } from './parts.ts';

const ended = (script: string): Promise<{ part: Part; code: number | null }> =>
  new Promise((resolve) => {
    startPart({
      name: 'server',
      args: ['-e', script],
      env: {},
      whenGone: (part, code) => resolve({ part, code }),
    });
  });

it('a part that has said in a sentence why it ends needs no second one from us', async () => {
  const said = await ended('process.send({ explained: true }, () => process.exit(1))');
  expect([said.part.isExplained, said.code]).toEqual([true, 1]);
  const silent = await ended('process.exit(3)');
  expect([silent.part.isExplained, silent.code]).toEqual([false, 3]);
});
