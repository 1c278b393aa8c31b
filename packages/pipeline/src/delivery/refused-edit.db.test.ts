import { ChannelId, ServerId } from '@tally/contract';
import { defineFeature, hours, UpstreamError } from '@tally/kernel';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { amend, findDelivery, listLastLive, openFanOut, sendDue, withdraw } from './index.ts';

const room = ChannelId.parse('910000000000000001');
const calls: string[] = [];
let refusal: UpstreamError | null = null;

const owner = defineFeature({
  name: 'notifications',
  deliveries: {
    compose: async (_ctx: unknown, rows: readonly { about: { phase?: string } }[]) =>
      rows.map(({ about }) => ({
        kind: 'send' as const,
        payload: { content: about.phase ?? 'live', allowed_mentions: { parse: [], roles: [], users: [] } },
      })),
  },
});
const messages = {
  create: async () => ({ id: '300000000000000001' }),
  async edit({ payload }: { payload: { content?: string } }) {
    if (refusal) calls.push('refused');
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
  await world.db.transaction((tx) => amend(world.ctx(), tx, ['one'], { about: { phase }, giveUpAt: giveUpAt() }));
  await sendDue(world.ctx());
};

async function post(): Promise<void> {
  const about = { owner: 'notifications', kind: 'live', detectedAt: world.clock.now(), giveUpAt: giveUpAt() };
  const target = { dedupeKey: 'one', serverId: ServerId.parse('900000000000000001'), subject: 'ada', channelId: room };
  await world.db.transaction((tx) => openFanOut(world.ctx(), about).add(tx, [target]));
  await sendDue(world.ctx());
}

async function postAndRefuseEdit(error: UpstreamError): Promise<void> {
  await post();
  refusal = error;
  await amendTo('another title');
  refusal = null;
  calls.length = 0;
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
  await world.db.transaction((tx) => withdraw(world.ctx(), tx, ['one'], { giveUpAt: giveUpAt() }));
  await sendDue(world.ctx());
  expect(calls).toEqual(['delete']);
});

it('stays deleted if its channel is gone', async () => {
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

it.each([20_022, 20_028, 30_046])(
  'an edit that Discord puts off (%i) is asked for again only then',
  async (upstreamCode) => {
    await post();
    const about = { world: 'discord', kind: 'limited', message: 'slow down', retryAfterMs: 1_163_000 } as const;
    refusal = new UpstreamError({ ...about, upstreamCode });
    for (const title of ['one title', 'another title', 'end']) await amendTo(title);
    expect(calls).toEqual(['refused']);
    const at = Math.ceil((world.clock.now().getTime() + 1_163_000) / 1000);
    expect(await findDelivery(world.db, 'one')).toMatchObject({
      state: 'posted',
      reason: 'editLimit',
      reasonValues: { at: `<t:${at}:t>` },
    });
    refusal = null;
    world.clock.move(1_162_000);
    await sendDue(world.ctx());
    expect(calls).toEqual(['refused']);
    world.clock.move(1_000);
    await sendDue(world.ctx());
    expect(calls).toEqual(['refused', 'edit end']);
    expect(await findDelivery(world.db, 'one')).toMatchObject({ state: 'edited', reason: null });
  },
);
