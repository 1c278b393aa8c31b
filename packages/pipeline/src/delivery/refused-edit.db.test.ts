import { ChannelId, ServerId } from '@tally/contract';
import { defineFeature, hours, UpstreamError } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { amendMany, findDelivery, listLastLive, openFanOut, sendDue, withdrawMany } from './index.ts';

const room = ChannelId.parse('910000000000000001');
const calls: string[] = [];
let refusal: UpstreamError | null = null;

const owner = defineFeature({
  name: 'notifications',
  compose: async (_ctx: unknown, rows: readonly { about: { phase?: string } }[]) =>
    rows.map(({ about }) => ({
      kind: 'send' as const,
      payload: { content: about.phase ?? 'live', allowed_mentions: { parse: [], roles: [], users: [] } },
    })),
});
const messages = {
  create: async () => ({ id: '300000000000000001' }),
  async edit({ payload }: { payload: { content?: string } }) {
    if (refusal) throw refusal;
    calls.push(`edit ${payload.content}`);
  },
  async delete() {
    calls.push('delete');
  },
};

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [owner], discord: { messages } as never });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  calls.length = 0;
  refusal = null;
});

const giveUpAt = () => new Date(world.clock.now().getTime() + hours(12));
const refused = (upstreamCode: number, kind: 'denied' | 'gone' | 'odd') =>
  new UpstreamError({ world: 'discord', kind, message: 'no', status: 400, upstreamCode });
const amendTo = async (phase: string) => {
  await world.db.transaction((tx) => amendMany(world.ctx(), tx, ['one'], { about: { phase }, giveUpAt: giveUpAt() }));
  await sendDue(world.ctx());
};

async function postAndRefuseEdit(error: UpstreamError): Promise<void> {
  const about = { owner: 'notifications', kind: 'live', detectedAt: world.clock.now(), giveUpAt: giveUpAt() };
  const target = { dedupeKey: 'one', serverId: ServerId.parse('900000000000000001'), subject: 'ada', channelId: room };
  await world.db.transaction((tx) => openFanOut(world.ctx(), about).add(tx, [target]));
  await sendDue(world.ctx());
  refusal = error;
  await amendTo('another title');
  refusal = null;
  expect(await findDelivery(world.db, 'one')).toMatchObject({ state: 'failed', messageId: '300000000000000001' });
}

it('a message whose edit was refused still becomes an end card', async () => {
  await postAndRefuseEdit(refused(50035, 'odd'));
  await amendTo('end');
  expect(calls).toEqual(['edit end']);
  expect(await findDelivery(world.db, 'one')).toMatchObject({ state: 'edited', reason: null });
});

it('a message whose edit was refused is still deleted at the end of its stream', async () => {
  await postAndRefuseEdit(refused(50013, 'denied'));
  await world.db.transaction((tx) => withdrawMany(world.ctx(), tx, ['one'], { giveUpAt: giveUpAt() }));
  await sendDue(world.ctx());
  expect(calls).toEqual(['delete']);
});

it('one that is gone with its channel stays so', async () => {
  await postAndRefuseEdit(refused(10003, 'gone'));
  await amendTo('end');
  expect(calls).toEqual([]);
});

it('a message whose edit was refused counts for the cooldown: people have seen it', async () => {
  await postAndRefuseEdit(refused(50035, 'odd'));
  const since = new Date(world.clock.now().getTime() - hours(1));
  const about = { owner: 'notifications', subjects: ['ada'], since, exceptSession: crypto.randomUUID() };
  expect(await listLastLive(world.db, about)).toMatchObject([{ subject: 'ada' }]);
});
