import { PlatformWorker } from '@tally/contract';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { listWorkersOf } from './service/workers.ts';

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx();
});
afterAll(() => house.close());

it('staff see which worker polls a platform, for which channels, and when it is gone', async () => {
  const now = house.clock.now();
  const until = new Date(now.getTime() + 20_000).toISOString();
  await house.ctx.db.execute(
    `insert into leads (work, holder, until) values ('sweep/kick', 'ffffffff-0000-4000-8000-000000000000', '${until}')`,
  );
  await house.ctx.db.execute(
    `insert into channels (platform, channel_id, name, display_name, url, refreshed_at, next_ask_at)
     values ('kick', '1', 'ada', 'Ada', 'https://kick.com/ada', now(), now()),
            ('kick', '2', 'left', 'Left', 'https://kick.com/left', now(), null)`,
  );
  const workers = await listWorkersOf(house.ctx, 'kick');
  expect(z.array(PlatformWorker).parse(workers)).toEqual([
    { workerId: 0xfffffff, status: 'online', lastUpdated: now.getTime(), monitoredUsernames: ['ada'] },
  ]);
  house.clock.move(20_001);
  expect(await listWorkersOf(house.ctx, 'kick')).toMatchObject([{ status: 'offline', monitoredUsernames: [] }]);
});
