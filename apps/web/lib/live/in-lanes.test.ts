import { expect, test } from 'vitest';
import { inLanes } from './in-lanes.ts';

test('never more at once than there are lanes, and all get their turn, also after a failure', async () => {
  const run = inLanes(2);
  let now = 0;
  let most = 0;
  const work = async (each: number) => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    now -= 1;
    if (each === 1) throw new Error('broken');
    return each;
  };
  const results = await Promise.allSettled([0, 1, 2, 3, 4].map((each) => run(() => work(each))));
  expect(most).toBe(2);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});
