import { ChannelId, type DeliveryReason, ServerId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { defineFeature, minutes } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendDue } from '../sending/sender.ts';
import { findDelivery } from '../store/journal.ts';
import { claimDue } from '../store/line.ts';
import { openFanOut, type Target } from './intend.ts';
import { listOpenDeliveries, reconsider } from './reconsider.ts';

const server = ServerId.parse('900000000000000001');
const room = ChannelId.parse('910000000000000001');
const otherRoom = ChannelId.parse('910000000000000002');
const posted: { channelId: string; content: string | undefined }[] = [];
const reasons: readonly DeliveryReason[] = ['override', 'onlyOverrides'];

/** A hook that runs once, while a sender holds the rows. */
let beforeSending: (() => Promise<void>) | null = null;
const owner = defineFeature({
  name: 'notifications',
  deliveries: {
    async compose(_ctx: unknown, rows: readonly { about: { says?: string } }[]) {
      const meanwhile = beforeSending;
      beforeSending = null;
      await meanwhile?.();
      return rows.map(({ about }) => ({
        kind: 'send' as const,
        payload: { content: about.says ?? 'hello', allowed_mentions: { parse: [], roles: [], users: [] } },
      }));
    },
  },
});

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({
    features: [owner],
    discord: {
      messages: {
        create: async ({ channelId, payload }: { channelId: string; payload: { content?: string } }) => {
          posted.push({ channelId, content: payload.content });
          return { id: String(300_000_000_000_000_000n + BigInt(posted.length)) };
        },
      },
    } as never,
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  posted.length = 0;
});

const fanOut = () => ({
  owner: 'notifications',
  kind: 'live',
  detectedAt: world.clock.now(),
  giveUpAt: new Date(world.clock.now().getTime() + minutes(60)),
  reasonValues: { name: 'Ada' },
});
const target = (key: string, over: Partial<Target> = {}): Target => ({
  dedupeKey: key,
  serverId: server,
  subject: key,
  channelId: room,
  ...over,
});
const intendAll = async (...targets: Target[]) =>
  await world.db.transaction((tx) => openFanOut(world.ctx(), fanOut()).add(tx, targets));
const again = async (...targets: Target[]) =>
  await world.db.transaction((tx) => reconsider(world.ctx(), tx, fanOut(), targets));
const sendAll = async () => {
  while ((await sendDue(world.ctx())) > 0);
};
const open = async (...keys: string[]) =>
  (await listOpenDeliveries(world.ctx(), keys, reasons)).map((each) => `${each.dedupeKey} ${each.skipped}`).toSorted();

describe('a repeated decision', () => {
  it('is possible for waiting messages and for those skipped for one of the reasons', async () => {
    await intendAll(target('a'), target('b', { skip: 'override' }), target('c', { skip: 'cooldown' }));
    expect(await open('a', 'b', 'c', 'nobody')).toEqual(['a null', 'b override']);
    await sendAll();
    expect(await open('a')).toEqual([]);
  });

  it('sends a skipped message once if it is wanted now', async () => {
    await intendAll(target('a', { skip: 'override' }));
    const changed = await again(target('a', { channelId: otherRoom, about: { says: 'after all' } }));
    expect([...changed]).toEqual(['a']);
    await sendAll();
    await again(target('a', { about: { says: 'twice' } }));
    await sendAll();
    expect(posted).toEqual([{ channelId: otherRoom, content: 'after all' }]);
    expect(await findDelivery(world.db, 'a')).toMatchObject({ state: 'posted', reason: null });
  });

  it('skips a waiting message, with the reason', async () => {
    await intendAll(target('a'), target('b'));
    await again(target('a', { skip: 'override' }));
    await sendAll();
    expect(posted).toHaveLength(1);
    expect(await findDelivery(world.db, 'a')).toMatchObject({
      state: 'skipped',
      reason: 'override',
      reasonValues: { name: 'Ada' },
      nextAttemptAt: null,
    });
  });

  it('sends skipped rows next, neither before longer waiting ones nor behind the whole line', async () => {
    const places = ['first', 'second', 'third', 'fourth'].map((key, place) =>
      target(key, { channelId: ChannelId.parse(`92000000000000000${place}`) }),
    );
    await intendAll(target('late', { skip: 'override' }), ...places);
    world.clock.move(1_000);
    await again(target('late'));
    const now = world.clock.now();
    const line = await claimDue(world.db, { now, leaseUntil: now, limit: 10, lanes: ['bot'] });
    expect(line.map((each) => each.dedupeKey)).toEqual(['first', 'second', 'late', 'third', 'fourth']);
  });

  it('leaves messages alone that may have been posted', async () => {
    await intendAll(target('a'), target('b'));
    const now = world.clock.now().toISOString();
    await world.db.execute(sql`update deliveries set in_doubt_since = ${now} where dedupe_key = 'a'`);
    const changed = await again(target('a', { skip: 'override' }), target('b', { skip: 'override' }));
    expect([...changed]).toEqual(['b']);
  });

  it('takes a message from a sender that has not called Discord yet', async () => {
    await intendAll(target('a'), target('b'));
    beforeSending = async () => {
      await again(target('a', { skip: 'override' }), target('b', { channelId: otherRoom }));
    };
    await sendAll();
    expect(posted).toEqual([{ channelId: otherRoom, content: 'hello' }]);
    expect(await findDelivery(world.db, 'a')).toMatchObject({ state: 'skipped', reason: 'override', leaseUntil: null });
    expect(await findDelivery(world.db, 'b')).toMatchObject({ state: 'posted', channelId: otherRoom });
  });
});

describe('a fan-out to few, which waits for the disk only after it woke the senders', () => {
  /** Uses its own transaction. `between` runs before the rows are safely on disk. */
  async function intendAlone(between: () => Promise<unknown>): Promise<number> {
    let written = 0;
    const db = new Proxy(world.db, {
      get: (owner, key) =>
        key !== 'execute'
          ? Reflect.get(owner, key)
          : async (statement: never) => {
              const answer = await owner.execute(statement);
              written += 1;
              if (written === 1) await between();
              return answer;
            },
    });
    const count = await openFanOut(world.ctx(), fanOut()).add(db, [target('a'), target('b')]);
    expect(written).toBe(2);
    return count;
  }

  it('is complete although the database lost the first write', async () => {
    expect(await intendAlone(async () => await world.db.execute(sql`delete from deliveries`))).toBe(2);
    await sendAll();
    expect(posted).toHaveLength(2);
  });

  it('sends nothing twice if messages were sent in between', async () => {
    expect(await intendAlone(sendAll)).toBe(2);
    await sendAll();
    expect(posted).toHaveLength(2);
  });
});
