import { randomUUID } from 'node:crypto';
import { sql } from '@tally/infra/sql';
import { days, defineFeature } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { countPosted, forgetDeliveriesOf } from '../index.ts';
import { forgetOld } from './forget.ts';

/** A board's message may be edited as long as it exists. */
const board = defineFeature({
  name: 'board',
  deliveries: {
    stillNeeds: async (_ctx, subjects: readonly string[]) =>
      new Set(subjects.filter((subject) => subject === 'stands').map((subject) => `board ${subject}`)),
  },
});

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx({ env: { JOURNAL_DAYS: '100' }, ctx: { features: [board] } });
});
afterAll(() => house.close());
beforeEach(() => house.database.reset());

const ago = (count: number) => sql`${new Date(house.clock.now().getTime() - days(count)).toISOString()}::timestamptz`;
const orNull = (count: number | undefined) => (count === undefined ? sql`null` : ago(count));

interface Row {
  readonly key: string;
  readonly daysAgo: number;
  readonly owner?: string;
  readonly subject?: string;
  readonly state?: string;
  readonly session?: string;
  readonly editedDaysAgo?: number;
  readonly dueDaysAgo?: number;
  readonly server?: string;
}

async function journal(...rows: readonly Row[]): Promise<void> {
  for (const { key, daysAgo, owner = 'notifications', subject = key, state = 'posted', ...row } of rows) {
    await house.ctx.db.execute(sql`
      insert into deliveries (id, dedupe_key, owner, server_id, subject, session_id, kind, channel_id, state,
                              next_attempt_at, give_up_at, detected_at, matched_at, queued_at, sent_at, edited_at, settled_at)
      values (${randomUUID()}, ${key}, ${owner}, ${row.server ?? 's1'}, ${subject}, ${row.session ?? null}, 'live', 'c', ${state},
              ${orNull(row.dueDaysAgo)}, ${ago(daysAgo)}, ${ago(daysAgo)}, ${ago(daysAgo)}, ${ago(daysAgo)},
              ${state === 'posted' ? ago(daysAgo) : sql`null`}, ${orNull(row.editedDaysAgo)}, ${ago(daysAgo)})`);
  }
}

async function channel(id: string, about: { isFollowed: boolean; daysAgo?: number; secret?: string }): Promise<void> {
  await house.ctx.db.execute(sql`
    insert into channels (platform, channel_id, name, display_name, url, refreshed_at, next_ask_at, secret)
    values ('kick', ${id}, ${id}, ${id}, 'https://kick.com', ${ago(about.daysAgo ?? 300)},
            ${about.isFollowed ? ago(0) : sql`null`}, ${about.secret ?? null})`);
}

async function stream(channelId: string, about: { started: number; ended?: number; seen?: number }): Promise<string> {
  const id = randomUUID();
  const { started, ended, seen = ended ?? started } = about;
  await house.ctx.db.execute(sql`
    insert into stream_sessions (id, platform, channel_id, started_at, detected_at, last_seen_at, ended_at, url, details)
    values (${id}, 'kick', ${channelId}, ${ago(started)}, ${ago(started)}, ${ago(seen)}, ${orNull(ended)}, '', '{}')`);
  return id;
}

const run = { jobId: '1', attempt: 1, signal: new AbortController().signal };
const forget = async () => await forgetOld.run(house.ctx, {}, run);
async function list(table: 'deliveries' | 'stream_sessions' | 'channels', column: string): Promise<string[]> {
  const { rows } = await house.ctx.db.execute<{ value: string }>(
    sql`select ${sql.identifier(column)} as value from ${sql.identifier(table)}`,
  );
  return rows.map(({ value }) => value).toSorted();
}
const keys = () => list('deliveries', 'dedupe_key');

it('messages older than journals are kept are deleted; the count of all posted messages stays', async () => {
  await journal(
    { key: 'old', daysAgo: 101, subject: 'ada' },
    { key: 'new', daysAgo: 99, subject: 'ada' },
    { key: 'skipped', daysAgo: 101, state: 'skipped' },
    { key: 'edited of late', daysAgo: 101, editedDaysAgo: 3, subject: 'ada' },
    { key: 'still due', daysAgo: 101, dueDaysAgo: 1, subject: 'ada' },
    { key: 'old elsewhere', daysAgo: 101, subject: 'ada', server: 's2' },
  );
  expect(await countPosted(house.ctx.db, 'notifications')).toBe(5);
  await forget();
  expect(await keys()).toEqual(['edited of late', 'new', 'still due']);
  expect(await countPosted(house.ctx.db, 'notifications')).toBe(5);
  await forget();
  await house.ctx.db.transaction(async (tx) => await forgetDeliveriesOf(tx, 's1' as never));
  expect([await keys(), await countPosted(house.ctx.db, 'notifications')]).toEqual([[], 5]);
});

it('the last message about a streamer is kept for another year, so lists can show its date', async () => {
  await journal({ key: 'first', daysAgo: 464, subject: 'ada' }, { key: 'last', daysAgo: 460, subject: 'ada' });
  await journal({ key: 'long gone', daysAgo: 466, subject: 'bob' });
  await forget();
  expect(await keys()).toEqual(['last']);
});

it('messages that a feature still needs stay, however old', async () => {
  const old = { daysAgo: 2_000, owner: 'board' };
  await journal({ ...old, key: 'board stands', subject: 'stands' }, { ...old, key: 'board gone', subject: 'gone' });
  await forget();
  expect(await keys()).toEqual(['board stands']);
});

it('a server with more rows than one statement deletes is finished in the same night, past the rows that stay', async () => {
  await house.ctx.db.execute(sql`
    insert into deliveries (id, dedupe_key, owner, server_id, subject, kind, channel_id, state,
                            give_up_at, detected_at, matched_at, queued_at)
    select gen_random_uuid(), case when n % 2 = 0 then 'board stands' || n else 'skipped ' || n end,
           case when n % 2 = 0 then 'boards' else 'notifications' end, 's1', 'stands', 'live', 'c', 'skipped', at, at, at, at
      from generate_series(1, 1300) n, lateral (select ${ago(200)} + (n / 7) * interval '1 minute' as at) moments`);
  const boards = defineFeature({
    name: 'boards',
    deliveries: {
      stillNeeds: async () => new Set(Array.from({ length: 1_301 }, (_, n) => `board stands${n}`)),
    },
  });
  await forgetOld.run({ ...house.ctx, features: [boards] }, {}, run);
  const left = await keys();
  expect([left.length, left.every((key) => key.startsWith('board'))]).toEqual([650, true]);
});

it('a stream that has run for a year keeps its message; one that ended long ago loses both', async () => {
  await channel('ada', { isFollowed: true });
  const running = await stream('ada', { started: 400, seen: 0 });
  const over = await stream('ada', { started: 300, ended: 299 });
  for (let count = 0; count < 20; count += 1) await stream('ada', { started: 50 - count, ended: 50 - count });
  await journal(
    { key: 'runs', daysAgo: 400, session: running },
    { key: 'over', daysAgo: 300, session: over, subject: 'x' },
  );
  await journal({ key: 'newer', daysAgo: 1, subject: 'x' });
  await forget();
  expect(await keys()).toEqual(['newer', 'runs']);
  const left = await list('stream_sessions', 'id');
  expect([left.length, left.includes(running), left.includes(over)]).toEqual([21, true, false]);
});

it('keeps the newest twenty streams of a followed channel, and those with a message', async () => {
  await channel('ada', { isFollowed: true });
  const oldest = await stream('ada', { started: 450, ended: 449 });
  for (let count = 0; count < 25; count += 1) await stream('ada', { started: 400 - count, ended: 400 - count });
  await journal({ key: 'last', daysAgo: 449, session: oldest });
  await forget();
  const left = await list('stream_sessions', 'id');
  expect([left.length, left.includes(oldest), await keys()]).toEqual([21, true, ['last']]);
});

it('an unfollowed channel is deleted with its streams, unless its creator entrusted us with a secret', async () => {
  await channel('deserted', { isFollowed: false });
  await stream('deserted', { started: 200 });
  await channel('of late', { isFollowed: false, daysAgo: 99 });
  await channel('entrusted', { isFollowed: false, secret: 'sealed' });
  await channel('followed', { isFollowed: true });
  await forget();
  expect(await list('channels', 'channel_id')).toEqual(['entrusted', 'followed', 'of late']);
  expect(await list('stream_sessions', 'id')).toEqual([]);
});

it('an interrupted night continues in the next', async () => {
  await journal({ key: 'old', daysAgo: 101, state: 'skipped' });
  await forgetOld.run(house.ctx, {}, { jobId: '1', attempt: 1, signal: AbortSignal.abort() });
  expect(await keys()).toEqual(['old']);
  await forget();
  expect(await keys()).toEqual([]);
});
