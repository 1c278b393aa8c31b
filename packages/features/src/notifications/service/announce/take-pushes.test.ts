import type { Ctx } from '@tally/kernel';
import { expect, it } from 'vitest';
import { pushesOf, pushingPlatforms } from './take-pushes.ts';

it.each(pushingPlatforms)('%s has no door beside a real Discord as long as it has no keys', async (platform) => {
  const push = { method: 'POST', headers: {}, query: {}, rawBody: Buffer.alloc(0) } as const;
  const answerOf = async (isReal: boolean) => {
    const config = { discord: { isReal: true }, [platform]: { isReal } };
    const ctx = { config, platforms: { find: () => ({ readPush: async () => ({ kind: 'ignored' }) }) }, features: [] };
    return (await pushesOf(platform).receive(ctx as unknown as Ctx, push)).status;
  };
  expect([await answerOf(false), await answerOf(true)]).toEqual([404, 200]);
});
