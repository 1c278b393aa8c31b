import { notifications, servers } from '@tally/contract';
import type { Clusters } from '@tally/discord/gateway';
import { seconds } from '@tally/kernel';
import { demoUser, nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { connectGateway } from '@tally/tests/gateway';
import { createTypist, type Shown, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/**
 * Follows creators from a message of another bot, or from a message that mentions ours. The bot cannot read either
 * channel.
 */
interface Message extends Shown {
  readonly author: { readonly id: string };
  readonly pinged: { readonly everyone: boolean; readonly users: readonly string[]; readonly roles: readonly string[] };
  readonly message_reference?: { readonly message_id: string };
}

let api: TestApi;
let gateway: Clusters;
let token: string;
let room: string;
let member: string;
let typist: ReturnType<typeof createTypist>;

const streamcord = '375805687529209857';
const menu = 'Follow this creator';
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const say = (content: string, user_id: string = demoUser) =>
  (discord('say', { channel_id: room, user_id, content }) as { id: string }).id;
const standing = () => (discord('messages', { channel_id: room }) as { messages: Message[] }).messages.toReversed();
const labels = (message: Shown | undefined) =>
  message?.components.flatMap((row) => row.components.map(({ label }) => label));
const followed = async () => {
  const params = { guildId: nightCity, platform: 'kick' } as const;
  const { json } = await api.call(notifications.listStreamers, { params, query: {} }, token);
  return (json.data as { streamers: { streamerUserName: string; notificationChannelId: string | null }[] }).streamers;
};

beforeAll(async () => {
  api = await chatApi();
  discord('application', { application_id: api.ctx.config.discord.clientId, privileged_intents: 0 });
  token = await api.logIn();
  room = (discord('add-channel', { guild_id: nightCity, name: 'live-now' }) as { id: string }).id;
  discord('add-bot', { guild_id: nightCity, user_id: streamcord, username: 'Streamcord' });
  member = (discord('add-user', { username: 'plain_member' }) as { id: string }).id;
  discord('join', { guild_id: nightCity, user_id: member });
  gateway = await connectGateway(api);
  typist = createTypist(api, room);
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

it('a post of another bot is read whole: each creator in it gets a button, and a press follows them here', async () => {
  const post = say(
    '<@&1> **xQc** is live https://kick.com/xqc and https://www.twitch.tv/xqc, https://kick.com/nobody_at_all',
    streamcord,
  );
  const told = await typist.run(menu, {}, { targetId: post });
  expect(textOf(told)).toContain('Creators in this message');
  expect(textOf(told)).toContain('Kick has no such channel.');
  expect(textOf(told)).toContain(`Messages will go to <#${room}>.`);
  expect(labels(told.message)).toEqual(['Follow xqc (Kick)', 'Follow xQc (Twitch)']);
  expect((told.message?.flags ?? 0) & 64).toBe(64);
  const done = await typist.press(told.message, 'Follow xqc (Kick)');
  expect(textOf(done)).toContain('xqc');
  expect(await followed()).toMatchObject([{ streamerUserName: 'xqc', notificationChannelId: room }]);
  const again = await typist.run(menu, {}, { targetId: post });
  expect(textOf(again)).toContain('this server follows them already.');
  expect(labels(again.message)).toEqual(['Follow xQc (Twitch)']);
});

it('a message without a link is explained, and people who may not change the server are refused', async () => {
  const plain = say('Ada is live somewhere', streamcord);
  expect(textOf(await typist.run(menu, {}, { targetId: plain }))).toContain('This message has no link to a creator.');
  const video = say('https://www.twitch.tv/videos/123456', streamcord);
  expect(textOf(await typist.run(menu, {}, { targetId: video }))).toContain('Twitch has no such channel.');
  const clip = say('https://www.twitch.tv/xqc/clip/CarefulLamp71092938 https://twitch.tv/xqc', streamcord);
  expect(labels((await typist.run(menu, {}, { targetId: clip })).message)).toEqual(['Follow xQc (Twitch)']);
  const linked = say('https://kick.com/nordwind', streamcord);
  await expect(typist.run(menu, {}, { userId: member, targetId: linked })).rejects.toThrow('may not use');
});

it('a manager who mentions the bot gets the same buttons, in the channel and without a ping', async () => {
  const usual = { newStreamerChannelId: room } as never;
  expect((await api.call(servers.updateServer, { params: { guildId: nightCity }, body: usual }, token)).status).toBe(
    200,
  );
  const bot = api.ctx.config.discord.clientId;
  const before = standing().length;
  say(`<@${bot}> follow https://kick.com/kettlecorn`, member);
  say(`<@${bot}> have you seen https://kick.com/kettlecorn?`);
  const wish = say(`<@${bot}> follow https://kick.com/nordwind @everyone`);
  const [answer] = await vi.waitFor(
    async () => {
      await api.pass(seconds(1));
      const answers = standing()
        .slice(before)
        .filter(({ author }) => author.id === bot);
      expect(answers).toHaveLength(1);
      return answers;
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(answer?.message_reference?.message_id).toBe(wish);
  expect(answer?.pinged).toMatchObject({ everyone: false, users: [], roles: [] });
  expect(labels(answer)).toEqual(['Follow Nordwind (Kick)']);
  await expect(typist.press(answer, 'Follow Nordwind (Kick)', member).then(textOf)).resolves.not.toContain('follows');
  expect(await followed()).toHaveLength(1);
  await typist.press(answer, 'Follow Nordwind (Kick)');
  expect((await followed()).map(({ streamerUserName }) => streamerUserName)).toEqual(['nordwind', 'xqc']);
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));
