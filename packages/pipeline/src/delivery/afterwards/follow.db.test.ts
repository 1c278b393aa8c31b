import { ChannelId, type MessageId, ServerId } from '@tally/contract';
import type { Discord } from '@tally/discord/rest';
import { sql } from '@tally/infra/sql';
import { UpstreamError } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findDelivery, type Intention, intend, sendDue } from '../index.ts';

/** The calls that follow a posted message, and Discord's responses. */
const calls: string[] = [];
let trouble: UpstreamError[] = [];
let posted = 0;

const upstream = (kind: 'down' | 'denied' | 'odd', upstreamCode?: number) =>
  new UpstreamError({ world: 'discord', kind, message: 'no', upstreamCode });
async function call(name: string): Promise<void> {
  calls.push(name);
  const error = trouble.shift();
  if (error) throw error;
}
const messages = {
  create: async () => {
    posted += 1;
    return { id: `5000000000000${1000 + posted}` as MessageId };
  },
  publish: async () => await call('publish'),
  openThread: async ({ name }: { name: string }) => await call(`thread ${name}`),
};

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx({ ctx: { discord: { messages } as unknown as Discord } });
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.database.reset();
  calls.length = 0;
  trouble = [];
});

async function post(change: Partial<Intention>): Promise<void> {
  const now = house.clock.now();
  const intention: Intention = {
    dedupeKey: 'one',
    owner: 'notifications',
    serverId: ServerId.parse('100000000000000001'),
    subject: 'ada',
    kind: 'live',
    channelId: ChannelId.parse('200000000000000001'),
    payload: { content: 'Ada is live', allowed_mentions: noMentions },
    detectedAt: now,
    giveUpAt: new Date(now.getTime() + 86_400_000),
    ...change,
  };
  await house.ctx.db.transaction((tx) => intend(house.ctx, tx, [intention]));
  await sendDue(house.ctx);
}
const row = (key = 'one') => findDelivery(house.ctx.db, key);
const later = async (ms: number) => {
  house.clock.move(ms);
  await sendDue(house.ctx);
};

describe('publishing', () => {
  it('happens once, after the message is posted', async () => {
    await post({ publish: true });
    await later(60_000);
    expect(calls).toEqual(['publish']);
    expect(await row()).toMatchObject({ state: 'posted', publishState: 'done' });
  });

  it('is retried when Discord is down, and finds the result of the first try', async () => {
    trouble = [upstream('down'), upstream('odd', 40033)];
    await post({ publish: true });
    expect(await row()).toMatchObject({ state: 'posted', publishState: 'due' });
    await later(2_000);
    expect(calls).toEqual(['publish', 'publish']);
    expect(await row()).toMatchObject({ publishState: 'done', reason: null });
  });

  it('that is refused leaves the message as good as it is', async () => {
    trouble = [upstream('denied', 50013)];
    await post({ publish: true });
    await later(600_000);
    expect(calls).toEqual(['publish']);
    expect(await row()).toMatchObject({ state: 'posted', publishState: 'failed', reason: null });
  });

  it('stops before Discord would refuse: ten an hour in a channel', async () => {
    for (let index = 1; index <= 11; index += 1) await post({ dedupeKey: `${index}`, publish: true });
    expect(calls).toHaveLength(10);
    expect(await row('11')).toMatchObject({ state: 'posted', publishState: 'skipped', reason: 'publishLimit' });
    house.clock.move(3_600_001);
    await post({ dedupeKey: '12', publish: true });
    expect(await row('12')).toMatchObject({ publishState: 'done', reason: null });
  });
});

it('never publishes more where many messages of a channel wait for it together', async () => {
  // Each round gives two concurrent counts another chance to collide. The built-in database has one connection, so
  // they cannot collide there.
  const rounds = process.env.TEST_DB === 'postgres' ? 12 : 1;
  for (let round = 1; round <= rounds; round += 1) {
    const channelId = ChannelId.parse(`20000000000000010${round}`);
    for (let place = 1; place <= 14; place += 1) await post({ dedupeKey: `${round} ${place}`, channelId });
    await house.ctx.db.execute(sql`
      update deliveries set publish = true, publish_state = 'due', after_at = queued_at where channel_id = ${channelId}`);
    calls.length = 0;
    await sendDue(house.ctx);
    expect(calls).toHaveLength(10);
  }
});

describe('a thread', () => {
  it('is opened under the message, with a name that Discord accepts', async () => {
    await post({ thread: `  ${'Ada '.repeat(40)}` });
    const { messageId } = (await row()) ?? {};
    expect(calls[0]?.length).toBeLessThanOrEqual('thread '.length + 100);
    expect(await row()).toMatchObject({ threadState: 'done', threadId: messageId });
  });

  it('that is there already is the one that was wanted', async () => {
    trouble = [upstream('down'), upstream('odd', 160004)];
    await post({ thread: 'Ada', publish: false });
    await later(2_000);
    expect(await row()).toMatchObject({ threadState: 'done' });
  });

  it('is given up without affecting the publication', async () => {
    trouble = [upstream('denied', 50013)];
    await post({ publish: true, thread: 'Ada' });
    expect(await row()).toMatchObject({ state: 'posted', publishState: 'failed', threadState: 'done' });
  });
});
