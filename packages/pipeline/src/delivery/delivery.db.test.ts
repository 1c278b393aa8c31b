import { ChannelId, MessageId, ServerId } from '@tally/contract';
import type { Discord } from '@tally/discord/rest';
import { defineFeature, UpstreamError } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  amend,
  type Composition,
  type Delivered,
  type Delivery,
  deliveryJobs,
  findDelivery,
  type Intention,
  intend,
  lostMessages,
  type Outcome,
  sendDue,
  startSender,
  WAKE_CHANNEL,
  withdraw,
} from './index.ts';
import { prepare } from './sending/prepare.ts';
import { claimDue, endLeases, type Settlement, settleAll } from './store/line.ts';

/** A channel of the server as the sender sees it. */
const room = {
  messages: new Map<string, string>(),
  calls: [] as string[],
  trouble: [] as UpstreamError[],
};
const down = new UpstreamError({ world: 'discord', kind: 'down', message: 'no answer' });
const limited = new UpstreamError({ world: 'discord', kind: 'limited', message: 'not now', status: 429 });
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
let outcomes: Delivered[] = [];
let asked: (readonly Delivery[])[] = [];
let composer: (delivery: Delivery) => Composition;
let heard: (outcomes: readonly Outcome[]) => readonly Outcome[] = (all) => all;
const owner = defineFeature({
  name: 'notifications',
  deliveries: {
    delivered: async (_ctx: unknown, deliveries: readonly Delivered[]) => {
      outcomes.push(...deliveries);
    },
    hears: (those: readonly Outcome[]) => heard(those),
    compose: async (_ctx: unknown, batch: readonly Delivery[]) => {
      asked.push(batch);
      return batch.map((delivery) => composer(delivery));
    },
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
  asked = [];
  heard = (all) => all;
  composer = ({ about }) => ({ kind: 'send', ...spoken(`${String(about.name)} is live`) });
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
const spoken = (content: string) => ({ payload: { content, allowed_mentions: noMentions } });
const saying = (content: string) => ({
  ...spoken(content),
  giveUpAt: new Date(house.clock.now().getTime() + 3_600_000),
});
const channelOf = (index: number) => ChannelId.parse(`3000000000000${1000 + index}`);
const manyIn = (change: (index: number) => Partial<Intention>, count = 40) =>
  house.ctx.db.transaction((tx) =>
    intend(
      house.ctx,
      tx,
      Array.from({ length: count }, (_, index) => intention({ dedupeKey: `live ${index}`, ...change(index) })),
    ),
  );
const claim = (limit: number) => {
  const now = house.clock.now();
  return { now, leaseUntil: new Date(now.getTime() + 30_000), limit, lanes: ['bot'] as const };
};
const settle = (delivery: Delivery, settlement: Settlement) =>
  settleAll(house.ctx.db, [{ delivery, settlement }], house.clock.now());
const row = () => findDelivery(house.ctx.db, 'live a 1');
const text = () => [...room.messages.values()];

describe('a message', () => {
  it('intended twice is posted once, and its owner is notified', async () => {
    await Promise.all([want(), want(), want()]);
    await sendDue(house.ctx);
    expect(text()).toEqual(['Ada is live']);
    await vi.waitFor(() => expect(outcomes.map((each) => each.state)).toEqual(['posted']), { timeout: 30_000 });
  });

  it('reaches only owners that want to receive it', async () => {
    const shown: Outcome[] = [];
    heard = (all) => {
      shown.push(...all);
      return all.filter(({ subject }) => subject === 'b');
    };
    await manyIn((index) => ({ channelId: channelOf(index), subject: index === 7 ? 'b' : 'a' }), 9);
    await sendDue(house.ctx);
    await vi.waitFor(() => expect(outcomes.map(({ subject }) => subject)).toEqual(['b']), { timeout: 30_000 });
    expect(shown.map(({ state }) => state)).toEqual(Array(9).fill('posted'));
  });

  it('that must not be posted leaves a row with the reason, and makes no call', async () => {
    await want({ skip: 'cooldown' });
    expect(await sendDue(house.ctx)).toBe(0);
    expect(await row()).toMatchObject({ state: 'skipped', reason: 'cooldown' });
    expect(room.calls).toEqual([]);
  });

  it('is retried at the planned times if Discord is unavailable', async () => {
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

  it('is never retried after a refusal by Discord', async () => {
    room.trouble = [noPermission];
    await want();
    await sendDue(house.ctx);
    house.clock.move(86_400_000);
    await sendDue(house.ctx);
    expect(room.calls).toEqual(['create']);
    expect(await row()).toMatchObject({ state: 'failed', reason: 'missingPermission' });
  });

  it('is not posted if it is too late', async () => {
    await want();
    house.clock.move(3_600_001);
    await sendDue(house.ctx);
    expect(room.calls).toEqual([]);
    expect(await row()).toMatchObject({ state: 'failed', reason: 'streamEndedFirst' });
  });
});

describe('a change', () => {
  it('edits a posted message; five before the next check become one edit', async () => {
    await want();
    await sendDue(house.ctx);
    for (const title of ['one', 'two', 'three', 'four', 'five']) {
      await house.ctx.db.transaction((tx) => amend(house.ctx, tx, ['live a 1'], saying(title)));
    }
    await sendDue(house.ctx);
    await sendDue(house.ctx);
    expect(room.calls).toEqual(['create', 'edit']);
    expect(text()).toEqual(['five']);
  });

  it('before the first post becomes part of that post', async () => {
    await want();
    await house.ctx.db.transaction((tx) => amend(house.ctx, tx, ['live a 1'], saying('newer')));
    await sendDue(house.ctx);
    expect(room.calls).toEqual(['create']);
    expect(text()).toEqual(['newer']);
  });

  it('during the post is not lost', async () => {
    await want();
    const [claimed] = await claimDue(house.ctx.db, claim(1));
    await house.ctx.db.transaction((tx) => amend(house.ctx, tx, ['live a 1'], saying('newer')));
    const arrived = { state: 'posted', messageId: 'm' as MessageId, sentVersion: 1, nextAttemptAt: null } as const;
    await settle(claimed as Delivery, arrived);
    await sendDue(house.ctx);
    expect(text()).toEqual(['newer']);
  });

  it('to a message that a moderator deleted does not restore it', async () => {
    await want();
    await sendDue(house.ctx);
    room.messages.clear();
    room.trouble = [unknownMessage];
    await house.ctx.db.transaction((tx) => amend(house.ctx, tx, ['live a 1'], saying('newer')));
    await sendDue(house.ctx);
    await sendDue(house.ctx);
    expect(text()).toEqual([]);
    expect(await row()).toMatchObject({ state: 'removed', reason: 'messageGone' });
  });

  it('to a hundred messages that a moderator deletes takes two statements, in any order of arrival', async () => {
    const update = vi.spyOn(house.ctx.db, 'update');
    const lost = Array.from({ length: 100 }, (_, index) => ({
      channelId: intention().channelId,
      messageId: MessageId.parse(`40000000000000${1000 + index}`),
    }));
    await lostMessages(house.ctx, lost);
    expect(update).toHaveBeenCalledTimes(1);
    await Promise.all(lost.map((each) => lostMessages(house.ctx, [each])));
    expect(update.mock.calls.length).toBeLessThanOrEqual(3);
    update.mockRestore();
  });

  it('to "not wanted" deletes the message', async () => {
    await want();
    await sendDue(house.ctx);
    await house.ctx.db.transaction((tx) => withdraw(house.ctx, tx, ['live a 1'], { giveUpAt: intention().giveUpAt }));
    await sendDue(house.ctx);
    expect(text()).toEqual([]);
  });
});

describe('a message without a payload', () => {
  const later = () => ({ giveUpAt: intention().giveUpAt });
  const wordless = { payload: null, about: { name: 'Ada' } };

  it('is composed when it is sent; its text is kept only until it is posted', async () => {
    await want(wordless);
    await sendDue(house.ctx);
    expect(text()).toEqual(['Ada is live']);
    expect(await row()).toMatchObject({ state: 'posted', payload: null, sent: null });
  });

  it('shows the current facts, also in a retry', async () => {
    room.trouble = [limited];
    await want(wordless);
    await sendDue(house.ctx);
    await house.ctx.db.transaction((tx) =>
      amend(house.ctx, tx, ['live a 1'], { about: { name: 'Grace' }, ...later() }),
    );
    await sendDue(house.ctx);
    expect(text()).toEqual(['Grace is live']);
  });

  it('is edited from new facts', async () => {
    await want(wordless);
    await sendDue(house.ctx);
    await house.ctx.db.transaction((tx) =>
      amend(house.ctx, tx, ['live a 1'], { about: { name: 'Grace' }, ...later() }),
    );
    await sendDue(house.ctx);
    expect(text()).toEqual(['Grace is live']);
    expect(room.calls).toEqual(['create', 'edit']);
  });

  it('may be dropped or postponed by its owner', async () => {
    const until = new Date(house.clock.now().getTime() + 60_000);
    composer = () => ({ kind: 'wait', until });
    await want(wordless);
    await sendDue(house.ctx);
    expect(await row()).toMatchObject({ state: 'queued', attempts: 0, nextAttemptAt: until });
    composer = () => ({ kind: 'skip', reason: 'quietHours', values: { name: 'Ada' } });
    house.clock.move(60_000);
    await sendDue(house.ctx);
    expect(await row()).toMatchObject({ state: 'skipped', reason: 'quietHours', reasonValues: { name: 'Ada' } });
    expect(room.calls).toEqual([]);
  });

  it('is composed together with the others of its batch', async () => {
    await manyIn((index) => ({ ...wordless, channelId: channelOf(index) }));
    await sendDue(house.ctx);
    expect(asked.map((batch) => batch.length)).toEqual([40]);
    expect(room.calls).toHaveLength(40);
  });

  it('whose owner fails to compose it does not hold up the others', async () => {
    composer = ({ dedupeKey }) => {
      if (dedupeKey === 'live 7') throw new Error('a bug');
      return { kind: 'send', ...spoken(dedupeKey) };
    };
    await manyIn((index) => ({ ...wordless, channelId: channelOf(index) }));
    await sendDue(house.ctx);
    expect(room.calls).toHaveLength(39);
    expect(await findDelivery(house.ctx.db, 'live 7')).toMatchObject({ state: 'queued' });
  });
});

describe('two senders', () => {
  it('never claim the same row', async () => {
    await manyIn((index) => ({ channelId: channelOf(index) }));
    await Promise.all([sendDue(house.ctx), sendDue(house.ctx), sendDue(house.ctx)]);
    expect(room.calls).toHaveLength(40);
  });

  it('leave a claimed row alone while its lease runs; then it is first again, under a higher fence', async () => {
    await manyIn((index) => ({ channelId: channelOf(index) }), 3);
    const [first] = await claimDue(house.ctx.db, claim(1));
    const rest = await claimDue(house.ctx.db, claim(10));
    expect(rest.map((each) => each.id)).not.toContain(first?.id);
    expect(rest).toHaveLength(2);
    house.clock.move(31_000);
    const [again] = await claimDue(house.ctx.db, claim(1));
    expect(again).toMatchObject({ id: first?.id });
    expect(again?.fence).toBeGreaterThan(first?.fence ?? Number.POSITIVE_INFINITY);
  });

  it('can claim a row at once if its holder is known to be dead', async () => {
    await want();
    const [late] = await claimDue(house.ctx.db, claim(1));
    expect(await claimDue(house.ctx.db, claim(1))).toEqual([]);
    await endLeases(house.ctx.db, house.clock.now());
    await sendDue(house.ctx);
    expect(room.calls).toHaveLength(1);
    const wrote = await settle(late as Delivery, { state: 'failed', reason: 'refused', nextAttemptAt: null });
    expect(wrote.size).toBe(0);
  });

  it('wake when one of them stops, because its channels are free', async () => {
    const heard = Promise.withResolvers<string>();
    const stopListening = await house.database.listen(WAKE_CHANNEL, heard.resolve);
    await startSender(() => house.ctx).stop();
    expect(await heard.promise).toEqual(expect.any(String));
    await stopListening();
  });

  it('learn which lanes have news, and query only for those', async () => {
    const heard = Promise.withResolvers<string>();
    const stopListening = await house.database.listen(WAKE_CHANNEL, heard.resolve);
    await want();
    expect(await heard.promise).toMatch(/^\S+ bot$/);
    await stopListening();
  });

  it('one whose row is claimed by another before it sends has nothing to send', async () => {
    await want();
    const [late] = await claimDue(house.ctx.db, claim(1));
    house.clock.move(31_000);
    const [taken] = await claimDue(house.ctx.db, claim(1));
    const stepsOf = async (row?: Delivery) => (await prepare(house.ctx, row ? [row] : [], 'bot')).steps;
    expect(await stepsOf(late)).toEqual([]);
    expect(await stepsOf(taken)).toMatchObject([{ kind: 'send' }]);
  });

  it('one that wakes up after its lease writes nothing', async () => {
    await want();
    const [late] = await claimDue(house.ctx.db, claim(1));
    house.clock.move(31_000);
    await sendDue(house.ctx);
    const wrote = await settle(late as Delivery, { state: 'failed', reason: 'refused', nextAttemptAt: null });
    expect(wrote.size).toBe(0);
    expect(await row()).toMatchObject({ state: 'posted' });
  });
});
