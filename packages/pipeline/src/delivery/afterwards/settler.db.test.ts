import { ChannelId, ServerId } from '@tally/contract';
import { defineFeature, hours } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { runJob } from '@tally/tests/jobs';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { amend, type Delivered, openFanOut, sendDue } from '../index.ts';

let news: Delivered[] = [];
const owner = defineFeature({
  name: 'notifications',
  deliveries: {
    compose: async (_ctx: unknown, rows: readonly { about: { title?: string } }[]) =>
      rows.map(({ about: { title = 'live' } }) => ({
        kind: 'send' as const,
        payload: { content: title, allowed_mentions: noMentions },
      })),
    delivered: async (_ctx: unknown, deliveries: readonly Delivered[]) => void news.push(...deliveries),
  },
});
const messages = { create: async () => ({ id: '300000000000000001' }), edit: async () => {} };

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [owner], discord: { messages } as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  news = [];
});

const giveUpAt = () => new Date(world.clock.now().getTime() + hours(12));

/** Posts a message and edits it. Returns the jobs that notify its owner. No worker has run them yet. */
async function postAndEdit(): Promise<readonly { deliveryIds: readonly string[] }[]> {
  const about = { owner: 'notifications', kind: 'live', detectedAt: world.clock.now(), giveUpAt: giveUpAt() };
  const target = { dedupeKey: 'one', serverId: ServerId.parse('900000000000000001'), subject: 'ada' };
  const channelId = ChannelId.parse('910000000000000001');
  await world.db.transaction((tx) => openFanOut(world.ctx(), about).add(tx, [{ ...target, channelId }]));
  await sendDue(world.ctx());
  const change = { about: { title: 'another title' }, giveUpAt: giveUpAt() };
  await world.db.transaction((tx) => amend(world.ctx(), tx, ['one'], change));
  await sendDue(world.ctx());
  return world.queued.filter(({ name }) => name === 'delivery/tell-owner').map(({ data }) => data as never);
}

it('notifies an owner that its message was posted, although an edit settled first', async () => {
  for (const job of await postAndEdit()) await runJob(world.ctx(), 'delivery/tell-owner', job);
  expect(news).toMatchObject([
    { dedupeKey: 'one', state: 'posted' },
    { dedupeKey: 'one', state: 'edited' },
  ]);
});

it('news that an earlier version queued is still delivered', async () => {
  const [{ deliveryIds } = { deliveryIds: [] }] = await postAndEdit();
  await runJob(world.ctx(), 'delivery/tell-owner', { deliveryIds });
  expect(news).toMatchObject([{ dedupeKey: 'one', state: 'edited' }]);
});
