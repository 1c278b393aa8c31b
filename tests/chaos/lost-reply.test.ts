import { ChannelId, ServerId } from '@tally/contract';
import { openDiscord } from '@tally/discord/rest';
import { minutes, seconds } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { findDelivery, intend, sendDue } from '@tally/pipeline/delivery';
import { type Sim, startSim } from '@tally/sim/start';
import { type TestCtx, testClock, testCtx } from '@tally/tests/context';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

/**
 * E3: the reply to a message is lost, so the history in Discord must show which message is ours.
 * `tests/simulation/kept` contains the order of the steps.
 */
const home = ServerId.parse('801000000000000000');
const us = '900000000000000001';
const clock = testClock(new Date());
const toBot = 'POST /channels/*/messages';
const toWebhook = 'POST /webhooks/*';

let house: TestCtx;
let sim: Sim;
let room: ChannelId;

beforeAll(async () => {
  sim = await startSim({ clock, limits: false });
  const discord = openDiscord({
    apiUrl: `${sim.url}/discord/api`,
    token: 'sim-bot-token',
    clientId: us,
    clientSecret: 'sim-client-secret',
    userAgent: 'DiscordBot (https://tally.example, 1)',
    timers: clock.timers,
  });
  house = await testCtx({ clock, ctx: { discord } });
});
afterAll(async () => {
  house.ctx.discord.close();
  await house.close();
  await sim.close();
});
beforeEach(async () => {
  await house.database.reset();
  room = ChannelId.parse(((await control('add-channel', { guild_id: home, name: 'alerts' })) as { id: string }).id);
});
afterEach(() => {
  for (const fault of sim.faults.list()) sim.faults.remove(fault.id);
});

const control = async (action: string, body: object) => await sim.discord.controls[action]?.(body);
const channel = () => {
  const found = sim.discord.state.channels.get(room);
  if (!found) throw new Error('the room is gone');
  return found;
};
const standing = () => [...channel().messages.values()].map((message) => message.content);
const row = () => findDelivery(house.ctx.db, 'live');
const lose = (route: string) => sim.faults.add({ world: 'discord', kind: 'lost-reply', times: 1, route });
const goOn = async (ms: number) => {
  clock.move(ms);
  await sendDue(house.ctx);
};

async function announce(more: object = {}): Promise<void> {
  const now = clock.now();
  const embeds = [{ title: 'Ada on kick', url: 'https://kick.example/ada', description: ' A  stream ' }];
  const intention = {
    dedupeKey: 'live',
    owner: 'notifications',
    serverId: home,
    subject: 'kick',
    kind: 'live',
    channelId: room,
    payload: { content: 'Ada is live ', embeds, allowed_mentions: noMentions },
    detectedAt: now,
    giveUpAt: new Date(now.getTime() + minutes(600)),
    ...more,
  };
  await house.ctx.db.transaction((tx) => intend(house.ctx, tx, [intention]));
  await sendDue(house.ctx);
}

it('a message is in the history after Discord was away for longer than it remembers', async () => {
  lose(toBot);
  await announce();
  const outage = sim.faults.add({ world: 'discord', kind: 'outage' });
  for (const pause of [2, 5, 15, 30, 60, 120, 300]) await goOn(seconds(pause));
  expect(await row()).toMatchObject({ state: 'queued', messageId: null });
  sim.faults.remove(outage.id);
  await goOn(minutes(5));
  expect(await row()).toMatchObject({ state: 'posted', messageId: channel().order[0] });
  expect(standing()).toEqual(['Ada is live ']);
});

it('a message of a webhook is looked up before a second try', async () => {
  lose(toWebhook);
  await announce({ lane: 'webhook', identity: { username: 'Herald', avatarUrl: null } });
  expect(await row()).toMatchObject({ state: 'queued', messageId: null });
  await goOn(seconds(2));
  const [message] = channel().messages.values();
  expect(await row()).toMatchObject({ state: 'posted', messageId: message?.id, webhookId: message?.webhook?.id });
  expect(standing()).toEqual(['Ada is live ']);
});
