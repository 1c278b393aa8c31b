import { sql } from '@tally/infra/sql';
import { days, seconds } from '@tally/kernel';
import { ada, liveAt, type PlatformHouse, platformHouse } from '@tally/tests/platform-house';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../index.ts';
import { createBudget } from './budget.ts';

let house: PlatformHouse;
beforeAll(async () => {
  house = await platformHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.reset();
  await house.follow();
});

const now = () => house.clock.now();
const offline = { state: 'offline', channelId: ada.id } as const;
const dueIn = async () => {
  const { rows } = await house.ctx.db.execute<{ next_ask_at: string | Date }>(
    sql`select next_ask_at from channels where channel_id = ${ada.id}`,
  );
  return new Date(rows[0]?.next_ask_at ?? 0).getTime() - now().getTime();
};

describe('where questions follow habits', () => {
  const habitual = () => ({
    ...house.platform,
    batchSize: 1,
    pace: { ...house.platform.pace, byHabit: { expectedSeconds: 10, liveSeconds: 90, quietSeconds: 120 } },
  });

  it('a channel waits less around its usual starts, from its page and from what we saw', async () => {
    house.answers.set(ada.id, { snapshot: offline, starts: [new Date(now().getTime() - days(7))] });
    await sweep(house.ctx, habitual());
    expect(await dueIn()).toBe(seconds(10));
    house.answers.set(ada.id, { snapshot: liveAt(now()) });
    house.clock.move(seconds(10));
    await sweep(house.ctx, habitual());
    expect(await dueIn()).toBe(seconds(90));
    house.clock.move(days(7));
    house.answers.set(ada.id, { snapshot: offline });
    await sweep(house.ctx, habitual());
    house.clock.move(seconds(10));
    await sweep(house.ctx, habitual());
    house.clock.move(seconds(10));
    await sweep(house.ctx, habitual());
    expect(await dueIn()).toBe(seconds(10));
  });

  it('a live channel is not asked again before one that may start', async () => {
    const idle = { ...ada, id: 'c0', name: 'c0' };
    await house.follow(idle);
    house.answers.set(ada.id, { snapshot: liveAt(now()) });
    await sweep(house.ctx, habitual());
    await house.ctx.db.execute(
      sql`update channels set next_ask_at = asked_at + interval '50 s' where channel_id = ${ada.id}`,
    );
    house.clock.move(seconds(61));
    house.asked.length = 0;
    await sweep(house.ctx, habitual(), { budget: createBudget(20, () => 0) });
    expect(house.asked.map(([question]) => question?.channelId)).toEqual([idle.id]);
  });
});
