import { type GiveawayProof, giveaways } from '@tally/contract';
import { ASK_MEMBERS_CHANNEL, type Clusters, readMembersAsk } from '@tally/discord/gateway';
import { seconds } from '@tally/kernel';
import { nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { connectGateway } from '@tally/tests/gateway';
import { runJob } from '@tally/tests/jobs';
import { createTypist, type Shown } from '@tally/tests/typist';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

/** Tests whether winners are still members. The bot requests many of them from the gateway at once. */
let api: TestApi;
let gateway: Clusters;
let stopAsking: (() => Promise<void>) | null = null;
let token: string;
let hall: string;
let typist: ReturnType<typeof createTypist>;
const people: string[] = [];

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const params = { guildId: nightCity };

/** Answers as the bot does in its own process. */
async function listenToQuestions(): Promise<void> {
  stopAsking = await api.database.listen(ASK_MEMBERS_CHANNEL, (text) => {
    const ask = readMembersAsk(text);
    if (ask) void gateway.askMembers(ask);
  });
}
const keepTime = async () => await runJob(api.ctx, 'giveaways/keep-time');

beforeAll(async () => {
  api = await chatApi();
  gateway = await connectGateway(api);
  token = await api.logIn();
  hall = ((await discord('add-channel', { guild_id: nightCity, name: 'prizes' })) as { id: string }).id;
  typist = createTypist(api, hall);
  for (let place = 0; place < 24; place += 1) {
    const { id } = (await discord('add-user', { username: `guest${place}` })) as { id: string };
    await discord('join', { guild_id: nightCity, user_id: id });
    people.push(id);
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stopAsking?.();
  stopAsking = null;
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

/** Lets everyone enter, some leave, and draws them all. Returns the members that were requested one by one. */
async function drawAll(prize: string, leavers: readonly string[]) {
  const body = { channelId: hall, name: prize, durationMinutes: 60, winnerCount: 24 } as never;
  await api.call(giveaways.createGiveaway, { params, query: {}, body }, token);
  const message = await vi.waitFor(async () => {
    const { messages } = (await discord('messages', { channel_id: hall })) as { messages: Shown[] };
    const found = messages.find(({ embeds }) => embeds[0]?.title === prize);
    if (!found) throw new Error('not posted yet');
    return found;
  }, 60_000);
  for (const person of people) await typist.press(message, 'Enter', person);
  for (const person of leavers) await discord('leave', { guild_id: nightCity, user_id: person });
  const { json } = await api.call(giveaways.listGiveaways, { params, query: {} }, token);
  const { existing } = json.data as { existing: { giveawayId: string; name: string }[] };
  const giveawayId = existing.find(({ name }) => name === prize)?.giveawayId ?? '';
  const singly = vi.spyOn(api.ctx.discord.members, 'get');
  await typist.say('giveaway end', { giveaway: giveawayId });
  const proof = await vi.waitFor(async () => {
    await api.pass(seconds(2));
    await keepTime();
    const answer = await api.call(giveaways.getProof, { params: { ...params, giveawayId } });
    const found = answer.json.data as GiveawayProof;
    if (!found.draws[0]?.drawnAt) throw new Error('not drawn yet');
    return found;
  }, 30_000);
  const order = proof.draws[0]?.order ?? [];
  return {
    winners: order.flatMap(({ outcome, userId }) => (outcome === 'won' && userId ? [userId] : [])),
    passedOver: order.flatMap(({ outcome, reason }) => (outcome === 'passedOver' ? [reason] : [])),
    singly: singly.mock.calls.map(([{ userId }]) => userId as string).filter((each) => people.includes(each)),
  };
}

it('the bot requests all of them at once, and asks Discord again only about missing ones', async () => {
  await listenToQuestions();
  const leavers = people.slice(0, 6);
  const { winners, passedOver, singly } = await drawAll('A ship', leavers);
  expect(winners.toSorted()).toEqual(people.slice(6).toSorted());
  expect(passedOver).toEqual(Array.from({ length: 6 }, () => 'left'));
  expect(singly.toSorted()).toEqual(leavers.toSorted());
  for (const person of leavers) await discord('join', { guild_id: nightCity, user_id: person });
});

it('without a bot, each is queried alone, and the same people win', async () => {
  const leavers = people.slice(0, 5);
  const { winners, passedOver, singly } = await drawAll('A boat', leavers);
  expect(winners.toSorted()).toEqual(people.slice(5).toSorted());
  expect(passedOver).toEqual(Array.from({ length: 5 }, () => 'left'));
  expect(new Set(singly)).toEqual(new Set(people));
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));
