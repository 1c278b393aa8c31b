import { ChannelId, type MessageId, type Platform, platforms, ServerId } from '@tally/contract';
import { openDiscord } from '@tally/discord/rest';
import { minutes, seconds } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { findDelivery, intend, lostMessages, sawMessage, sendDue } from '@tally/pipeline/delivery';
import { type Sim, startSim } from '@tally/sim/start';
import { type TestCtx, testClock, testCtx } from '@tally/tests/context';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** E3: the reply to a message is lost. Checks the channel, and the owner's view. */
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

async function announce(platform: Platform, more: object = {}): Promise<void> {
  const now = clock.now();
  const embeds = [{ title: `Ada on ${platform}`, url: `https://${platform}.example/ada`, description: ' A  stream ' }];
  const intention = {
    dedupeKey: 'live',
    owner: 'notifications',
    serverId: home,
    subject: platform,
    kind: 'live',
    channelId: room,
    payload: { content: `Ada is live on ${platform} `, embeds, allowed_mentions: noMentions },
    detectedAt: now,
    giveUpAt: new Date(now.getTime() + minutes(600)),
    ...more,
  };
  await house.ctx.db.transaction((tx) => intend(house.ctx, tx, [intention]));
  await sendDue(house.ctx);
}

/** The gateway's event about the message that was just posted. */
async function gatewaySees(): Promise<MessageId> {
  const message = [...channel().messages.values()].at(-1);
  if (!message) throw new Error('nothing was posted');
  const messageId = message.id as MessageId;
  const { content, nonce } = message;
  const embeds = message.embeds as never;
  const webhookId = message.webhook?.id ?? null;
  await sawMessage(house.ctx, { messageId, channelId: room, nonce: String(nonce), webhookId, content, embeds });
  return messageId;
}

async function denyHistory(): Promise<void> {
  const overwrite = { id: us, type: 1, allow: '0', deny: String(1n << 16n) };
  await control('change-channel', { channel_id: room, permission_overwrites: [overwrite] });
}

describe.each(platforms)('the reply to a message about %s is lost', (platform) => {
  const only = [`Ada is live on ${platform} `];

  it('and the process is back within minutes: the same nonce finds it', async () => {
    lose(toBot);
    await announce(platform);
    expect(await row()).toMatchObject({ state: 'queued', messageId: null });
    await goOn(seconds(31));
    expect(await row()).toMatchObject({ state: 'posted', messageId: channel().order[0] });
    expect(standing()).toEqual(only);
  });

  it('and Discord is away for longer than it remembers: history has it', async () => {
    lose(toBot);
    await announce(platform);
    const outage = sim.faults.add({ world: 'discord', kind: 'outage' });
    for (const pause of [2, 5, 15, 30, 60, 120, 300]) await goOn(seconds(pause));
    expect(await row()).toMatchObject({ state: 'queued', messageId: null });
    sim.faults.remove(outage.id);
    await goOn(minutes(5));
    expect(await row()).toMatchObject({ state: 'posted', messageId: channel().order[0] });
    expect(standing()).toEqual(only);
  });

  it('and without the right to read the history, it is unconfirmed and never sent again', async () => {
    await denyHistory();
    lose(toBot);
    await announce(platform);
    await goOn(minutes(10));
    expect(await row()).toMatchObject({ state: 'unconfirmed', reason: 'replyLost', nextAttemptAt: null });
    await goOn(minutes(60));
    expect(standing()).toEqual(only);
  });

  it('and it went through a webhook: it is looked up before a second try', async () => {
    lose(toWebhook);
    await announce(platform, { lane: 'webhook', identity: { username: 'Herald', avatarUrl: null } });
    expect(await row()).toMatchObject({ state: 'queued', messageId: null });
    await goOn(seconds(2));
    const [message] = channel().messages.values();
    expect(await row()).toMatchObject({ state: 'posted', messageId: message?.id, webhookId: message?.webhook?.id });
    expect(standing()).toEqual(only);
  });

  it('and a moderator deletes it: it is not posted behind their back', async () => {
    lose(toBot);
    await announce(platform);
    const messageId = await gatewaySees();
    await house.ctx.discord.messages.delete({ channelId: room, messageId });
    await lostMessages(house.ctx, [{ channelId: room, messageId }]);
    await goOn(seconds(2));
    await goOn(minutes(10));
    expect(await row()).toMatchObject({ state: 'removed', reason: 'messageGone' });
    expect(standing()).toEqual([]);
  });
});

describe('a message that never arrived', () => {
  it('is sent once its absence is sure', async () => {
    await control('say', { channel_id: room, user_id: '100000000000000001', content: 'hello' });
    const outage = sim.faults.add({ world: 'discord', kind: 'outage' });
    await announce('kick');
    clock.move(minutes(10));
    sim.faults.remove(outage.id);
    await sendDue(house.ctx);
    await sendDue(house.ctx);
    expect(standing()).toEqual(['hello', 'Ada is live on kick ']);
  });

  it('through a webhook that a person deleted is sent through a new one', async () => {
    await announce('kick', { lane: 'webhook', identity: { username: 'Herald', avatarUrl: null } });
    sim.discord.state.webhooks.clear();
    await announce('twitch', {
      dedupeKey: 'second',
      lane: 'webhook',
      identity: { username: 'Crier', avatarUrl: null },
    });
    expect([...channel().messages.values()].map((message) => message.webhook?.name)).toEqual(['Herald', 'Crier']);
    expect(sim.discord.state.webhooks.size).toBe(1);
  });

  it('is posted by the bot itself where it may make no webhook', async () => {
    const overwrite = { id: us, type: 1, allow: '0', deny: String(1n << 29n) };
    await control('change-channel', { channel_id: room, permission_overwrites: [overwrite] });
    await announce('kick', { lane: 'webhook', identity: { username: 'Herald', avatarUrl: null } });
    expect([...channel().messages.values()].map((message) => message.authorId)).toEqual([us]);
  });
});
