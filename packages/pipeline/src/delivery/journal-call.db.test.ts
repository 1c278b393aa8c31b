import { randomUUID } from 'node:crypto';
import { ChannelId, type MessageId, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Delivery, deliveryJobs, JOURNAL_CHANNEL, readJournalCall, sawMessage } from './index.ts';
import { listJournal } from './store/journal.ts';
import { claimDue, insertRows, settleAll } from './store/line.ts';

const ours = ServerId.parse('900000000000000001');
const theirs = ServerId.parse('900000000000000002');
const room = (number: number) => ChannelId.parse(`30000000000000000${number}`);

let house: TestCtx;
let stop: () => Promise<void>;
let calls: string[];
beforeAll(async () => {
  house = await testCtx({ jobs: [...deliveryJobs] });
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.database.reset();
  calls = [];
  stop = await house.database.listen(JOURNAL_CHANNEL, (call) => calls.push(call));
});
afterEach(() => stop());

/** The notifications received so far, sorted because the order of servers does not matter. */
async function called(): Promise<string[]> {
  const heard = Promise.withResolvers<void>();
  const end = await house.database.listen('test_end', () => heard.resolve());
  await house.ctx.db.execute(sql`select pg_notify('test_end', '')`);
  await heard.promise;
  await end();
  return calls.splice(0).map((call) => {
    const { owner, serverIds } = readJournalCall(call);
    return [owner, ...serverIds.toSorted()].join(' ');
  });
}

const now = () => house.clock.now();
const fanOut = () => ({ owner: 'notifications', kind: 'live', detectedAt: now(), giveUpAt: now() });
const target = (number: number, serverId = ours) => ({
  dedupeKey: `key ${number} of ${serverId}`,
  serverId,
  subject: 's',
  channelId: room(number),
  turn: number,
});
const insert = (tx: Db, targets: readonly ReturnType<typeof target>[]) =>
  insertRows(
    tx,
    targets.map((each) => ({ ...fanOut(), ...each })),
    { now: now(), caller: 'test' },
  );
const rows = (): Promise<Delivery[]> => listJournal(house.ctx.db, { serverId: ours, limit: 10 });
const settle = async (row: Delivery) => {
  const settlement = { nextAttemptAt: null, state: 'posted' as const, messageId: row.id as MessageId, sentVersion: 1 };
  await settleAll(house.ctx.db, [{ delivery: row, settlement }], now());
};

it('one transaction calls each server once, however many rows and statements it has', async () => {
  await house.ctx.db.transaction(async (tx) => {
    await insert(tx, [target(1), target(2), target(3)]);
    await insert(tx, [target(4)]);
  });
  expect(await called()).toEqual([`notifications ${ours}`]);
  await insert(house.ctx.db, [target(5), target(6, theirs)]);
  expect(await called(), 'one call for all servers of a statement').toEqual([`notifications ${ours} ${theirs}`]);
});

it('an unchanged row is no news', async () => {
  await insert(house.ctx.db, [target(1)]);
  await called();
  await insert(house.ctx.db, [target(1)]);
  expect(await called()).toEqual([]);
});

it('a thousand servers are called in as many calls as are needed', async () => {
  const many = Array.from({ length: 1_000 }, (_, number) =>
    ServerId.parse(String(910_000_000_000_000_000n + BigInt(number))),
  );
  await insert(
    house.ctx.db,
    many.map((serverId) => target(1, serverId)),
  );
  const named = (await called()).map((call) => call.split(' ').slice(1));
  expect(named.flat().toSorted()).toEqual(many);
  expect(named.length).toBeLessThanOrEqual(4);
});

it('the outcome of an attempt is called out, unless another sender has the row', async () => {
  await insert(house.ctx.db, [target(1)]);
  await called();
  const leaseUntil = new Date(now().getTime() + 30_000);
  const [claimed] = await claimDue(house.ctx.db, { now: now(), leaseUntil, limit: 1, lanes: ['bot'] });
  const row = claimed as Delivery;
  await settle(row);
  expect(await called()).toEqual([`notifications ${ours}`]);
  await settle({ ...row, fence: row.fence - 1 });
  expect(await called()).toEqual([]);
});

it('that people can see a message is called out where its outcome was before', async () => {
  await insert(house.ctx.db, [target(1)]);
  const [row] = await rows();
  await settle(row as Delivery);
  await called();
  const sighting = {
    messageId: row?.id as MessageId,
    channelId: room(1),
    nonce: null,
    webhookId: null,
    content: '',
    embeds: [],
  };
  await sawMessage(house.ctx, sighting);
  expect(await called()).toEqual([`notifications ${ours}`]);
  await sawMessage(house.ctx, sighting);
  await sawMessage(house.ctx, { ...sighting, messageId: randomUUID() as MessageId });
  expect(await called()).toEqual([]);
  expect((await rows())[0]?.seenAt).toEqual(now());
});
