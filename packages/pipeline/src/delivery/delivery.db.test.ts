import { ChannelId, type MessageId, ServerId } from '@tally/contract';
import type { Discord } from '@tally/discord/rest';
import { defineFeature, UpstreamError } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  amend,
  type Delivery,
  deliveryJobs,
  findDelivery,
  type Intention,
  intend,
  sendDue,
  withdraw,
} from './index.ts';
import { claimDue, settle } from './store.ts';

/** A channel of a chat server, as far as a sender can see it. */
const room = {
  messages: new Map<string, string>(),
  calls: [] as string[],
  trouble: [] as UpstreamError[],
};
const down = new UpstreamError({ world: 'discord', kind: 'down', message: 'no answer' });
const noPermission = new UpstreamError({
  world: 'discord',
  kind: 'denied',
  message: 'no',
  status: 403,
  upstreamCode: 50013,
});
const unknownMessage = new UpstreamError({
  world: 'discord',
  kind: 'gone',
  message: 'no',
  status: 404,
  upstreamCode: 10008,
});

function call(name: string): void {
  room.calls.push(name);
  const trouble = room.trouble.shift();
  if (trouble) throw trouble;
}
const messages = {
  async create({ nonce, payload }: { nonce: string; payload: { content: string } }) {
    call('create');
    room.messages.set(nonce, payload.content);
    return { id: nonce as MessageId };
  },
  async edit({ messageId, payload }: { messageId: string; payload: { content: string } }) {
    call('edit');
    room.messages.set(messageId, payload.content);
  },
  async delete({ messageId }: { messageId: string }) {
    call('delete');
    room.messages.delete(messageId);
  },
};

let house: TestCtx;
let outcomes: Delivery[] = [];
const owner = defineFeature({
  name: 'notifications',
  delivered: async (_ctx: unknown, delivery: Delivery) => {
    outcomes.push(delivery);
  },
});

beforeAll(async () => {
  house = await testCtx({
    ctx: { features: [owner], discord: { messages } as unknown as Discord },
    jobs: [...deliveryJobs],
    isWorker: true,
  });
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.database.reset();
  room.messages.clear();
  room.calls = [];
  room.trouble = [];
  outcomes = [];
});

const intention = (change: Partial<Intention> = {}): Intention => ({
  dedupeKey: 'live a 1',
  owner: 'notifications',
  serverId: ServerId.parse('100000000000000001'),
  subject: 'a',
  kind: 'live',
  channelId: ChannelId.parse('200000000000000001'),
  payload: { content: 'Ada is live', allowed_mentions: noMentions },
  detectedAt: house.clock.now(),
  giveUpAt: new Date(house.clock.now().getTime() + 3_600_000),
  ...change,
});
const want = (change: Partial<Intention> = {}) =>
  house.ctx.db.transaction((tx) => intend(house.ctx, tx, [intention(change)]));
const saying = (content: string) => ({
  payload: { content, allowed_mentions: noMentions },
  giveUpAt: new Date(house.clock.now().getTime() + 3_600_000),
});
const row = () => findDelivery(house.ctx.db, 'live a 1');
const text = () => [...room.messages.values()];

describe('a message', () => {
  it('wanted twice is posted once, and its owner hears of it', async () => {
    await Promise.all([want(), want(), want()]);
    await sendDue(house.ctx);
    expect(text()).toEqual(['Ada is live']);
    await vi.waitFor(() => expect(outcomes.map((each) => each.state)).toEqual(['posted']), { timeout: 10_000 });
  });

  it('that must not be posted leaves a row with the reason, and no call', async () => {
    await want({ skip: { reason: 'cooldown' } });
    expect(await sendDue(house.ctx)).toBe(0);
    expect(await row()).toMatchObject({ state: 'skipped', reason: 'cooldown' });
    expect(room.calls).toEqual([]);
  });

  it('that Discord cannot take now is tried again at the agreed times', async () => {
    room.trouble = [down, down];
    await want();
    await sendDue(house.ctx);
    expect(await sendDue(house.ctx)).toBe(0);
    house.clock.move(2_000);
    await sendDue(house.ctx);
    house.clock.move(5_000);
    await sendDue(house.ctx);
    expect(room.calls).toEqual(['create', 'create', 'create']);
    expect(await row()).toMatchObject({ state: 'posted', attempts: 3 });
  });

  it('that Discord refuses is never tried again', async () => {
    room.trouble = [noPermission];
    await want();
    await sendDue(house.ctx);
    house.clock.move(86_400_000);
    await sendDue(house.ctx);
    expect(room.calls).toEqual(['create']);
    expect(await row()).toMatchObject({ state: 'failed', reason: 'missingPermission' });
  });

  it('that comes too late is not posted', async () => {
    await want();
    house.clock.move(3_600_001);
    await sendDue(house.ctx);
    expect(room.calls).toEqual([]);
    expect(await row()).toMatchObject({ state: 'failed', reason: 'streamEndedFirst' });
  });
});

describe('a change', () => {
  it('of a message that stands edits it; five of them while nobody looks are one edit', async () => {
    await want();
    await sendDue(house.ctx);
    for (const title of ['one', 'two', 'three', 'four', 'five']) {
      await house.ctx.db.transaction((tx) => amend(house.ctx, tx, 'live a 1', saying(title)));
    }
    await sendDue(house.ctx);
    await sendDue(house.ctx);
    expect(room.calls).toEqual(['create', 'edit']);
    expect(text()).toEqual(['five']);
  });

  it('before the first post goes into that post', async () => {
    await want();
    await house.ctx.db.transaction((tx) => amend(house.ctx, tx, 'live a 1', saying('newer')));
    await sendDue(house.ctx);
    expect(room.calls).toEqual(['create']);
    expect(text()).toEqual(['newer']);
  });

  it('that comes while the post is on its way is not lost', async () => {
    await want();
    const now = house.clock.now();
    const [claimed] = await claimDue(house.ctx.db, { now, leaseUntil: new Date(now.getTime() + 30_000), limit: 1 });
    await house.ctx.db.transaction((tx) => amend(house.ctx, tx, 'live a 1', saying('newer')));
    await settle(
      house.ctx.db,
      claimed as Delivery,
      { state: 'posted', messageId: 'm' as MessageId, sentVersion: 1, nextAttemptAt: null },
      now,
    );
    await sendDue(house.ctx);
    expect(text()).toEqual(['newer']);
  });

  it('of a message that a moderator deleted brings nothing back', async () => {
    await want();
    await sendDue(house.ctx);
    room.messages.clear();
    room.trouble = [unknownMessage];
    await house.ctx.db.transaction((tx) => amend(house.ctx, tx, 'live a 1', saying('newer')));
    await sendDue(house.ctx);
    await sendDue(house.ctx);
    expect(text()).toEqual([]);
    expect(await row()).toMatchObject({ state: 'removed', reason: 'messageGone' });
  });

  it('of mind takes the message away', async () => {
    await want();
    await sendDue(house.ctx);
    await house.ctx.db.transaction((tx) => withdraw(house.ctx, tx, 'live a 1', { giveUpAt: intention().giveUpAt }));
    await sendDue(house.ctx);
    expect(text()).toEqual([]);
  });
});

describe('two senders', () => {
  it('never take the same row', async () => {
    await house.ctx.db.transaction((tx) =>
      intend(
        house.ctx,
        tx,
        Array.from({ length: 40 }, (_, index) => intention({ dedupeKey: `live ${index}` })),
      ),
    );
    await Promise.all([sendDue(house.ctx), sendDue(house.ctx), sendDue(house.ctx)]);
    expect(room.calls).toHaveLength(40);
  });

  it('one that wakes up after its lease writes nothing', async () => {
    await want();
    const now = house.clock.now();
    const [late] = await claimDue(house.ctx.db, { now, leaseUntil: new Date(now.getTime() + 30_000), limit: 1 });
    house.clock.move(31_000);
    await sendDue(house.ctx);
    const wrote = await settle(
      house.ctx.db,
      late as Delivery,
      { state: 'failed', reason: 'refused', nextAttemptAt: null },
      now,
    );
    expect(wrote).toBe(false);
    expect(await row()).toMatchObject({ state: 'posted' });
  });
});
