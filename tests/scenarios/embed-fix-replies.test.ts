import { ChannelId, servers } from '@tally/contract';
import type { Clusters } from '@tally/discord/gateway';
import { seconds } from '@tally/kernel';
import { demoUser, nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { freePort } from '@tally/tests/free-port';
import { connectGateway } from '@tally/tests/gateway';
import { createTypist, type Shown, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** People write links to Kick in a channel, and the bot replies. */
interface Message extends Shown {
  readonly author: { readonly id: string };
  readonly pinged: { readonly everyone: boolean; readonly users: readonly string[] };
  readonly message_reference?: { readonly message_id: string };
}
const MANAGE_MESSAGES = '8192';

let api: TestApi;
let gateway: Clusters;
let token: string;
let talk: ChannelId;
let kept: ChannelId;
let later: ChannelId;

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const newId = (action: string, body: object) => (discord(action, body) as { id: string }).id;
const newChannel = (name: string, more = {}) =>
  ChannelId.parse(newId('add-channel', { guild_id: nightCity, name, ...more }));
const say = (channel_id: string, content: string, user_id: string = demoUser) =>
  newId('say', { channel_id, user_id, content });
const standing = (channel_id: string) =>
  (discord('messages', { channel_id }) as { messages: Message[] }).messages.toReversed();
const until = async (check: () => void | Promise<void>) =>
  await vi.waitFor(
    async () => {
      await api.pass(seconds(1));
      await check();
    },
    { timeout: 60_000, interval: 50 },
  );
const isHidden = ({ flags }: Message) => (flags & 4) !== 0;
const fixed = (path: string) => `${api.ctx.config.webUrl}/e/${path}`;
const switchReplies = async (fixKickLinks: boolean) =>
  await api.call(servers.updateServer, { params: { guildId: nightCity }, body: { fixKickLinks } }, token);

beforeAll(async () => {
  const port = String(await freePort());
  api = await chatApi({ API_PORT: port, WEB_URL: `http://127.0.0.1:${port}` });
  token = await api.logIn();
  const bot = api.ctx.config.discord.clientId;
  const deny = { permission_overwrites: [{ id: bot, type: 1, allow: '0', deny: MANAGE_MESSAGES }] };
  [talk, kept, later] = [newChannel('talk'), newChannel('kept', deny), newChannel('later')];
  gateway = await connectGateway(api);
  await switchReplies(true);
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

describe('a link to Kick', () => {
  it('gets a reply that shows more, its bare card is hidden, and no one is pinged', async () => {
    api.sim.worlds.get('kick')?.controls['go-live']?.({ who: 'xqc', title: 'First light' });
    const id = say(
      talk,
      `@everyone <@${demoUser}> see https://kick.com/xQc, <https://kick.com/nordwind> ||https://kick.com/lumi-vale||`,
    );
    await until(() => expect(standing(talk).map(isHidden)).toEqual([true, false]));
    const reply = standing(talk)[1];
    expect(reply).toMatchObject({
      content: fixed('xqc'),
      message_reference: { message_id: id },
      pinged: { everyone: false, users: [] },
    });
    // Returns the cards, which arrive a moment later.
    const cards = () => standing(talk).map(({ embeds }) => embeds.map(({ title }) => title));
    await until(() => expect(cards()).toEqual([[], ['xqc is live']]));
  });

  it('gets one reply with at most five links; messages of bots and edits get none', async () => {
    const channel = newChannel('many');
    const bot = newId('add-user', { username: 'echo', is_bot: true });
    discord('join', { guild_id: nightCity, user_id: bot });
    say(channel, 'https://kick.com/xqc', bot);
    const edited = say(channel, 'no rights yet');
    discord('edit', { channel_id: channel, message_id: edited, content: 'https://kick.com/xqc' });
    const names = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'a1'];
    const id = say(channel, names.map((name) => `https://kick.com/${name}`).join(' '));
    await until(() => expect(standing(channel)).toHaveLength(4));
    const reply = standing(channel)[3];
    expect(reply?.message_reference?.message_id).toBe(id);
    expect(reply?.content.split('\n')).toEqual(['a1', 'b2', 'c3', 'd4', 'e5'].map(fixed));
  });

  it('of a person who posts many in a minute is answered five times; others are answered as usual', async () => {
    const channel = newChannel('flood');
    const [flooder, other] = ['flooder', 'calm_one'].map((username) => newId('add-user', { username })) as [
      string,
      string,
    ];
    for (const user_id of [flooder, other]) discord('join', { guild_id: nightCity, user_id });
    for (let place = 0; place < 8; place += 1) say(channel, `https://kick.com/xqc?n=${place}`, flooder);
    say(channel, 'https://kick.com/nordwind', other);
    const replies = () => standing(channel).filter(({ content }) => content.startsWith(api.ctx.config.webUrl));
    await until(() => expect(replies()).toHaveLength(6));
    expect(replies().map(({ content }) => content)).toContain(fixed('nordwind'));
    say(channel, 'https://kick.com/lumi-vale', other);
    await until(() => expect(replies().map(({ content }) => content)).toContain(fixed('lumi-vale')));
    expect(replies()).toHaveLength(7);
  });

  it('keeps its card where the bot may not manage messages', async () => {
    say(kept, 'https://kick.com/xqc');
    await until(() => expect(standing(kept)).toHaveLength(2));
    // Once the bot has answered this later link, it has also handled the earlier one.
    say(later, 'https://kick.com/xqc');
    await until(() => expect(standing(later).map(isHidden)).toEqual([true, false]));
    expect(standing(kept).map(isHidden)).toEqual([false, false]);
    // The bot sent no request that Discord had to refuse.
    expect(api.sim.discord.stats.invalid).toBe(0);
  });

  it('is ignored where the switch is off', async () => {
    expect((await switchReplies(false)).status).toBe(200);
    const channel = newChannel('off');
    say(channel, 'https://kick.com/xqc');
    // The gateway delivers in order, so the bot's answer shows that it has also received the message.
    const other = newChannel('other');
    await createTypist(api, other).run('Fix Kick links', {}, { targetId: say(other, 'hello') });
    expect((await switchReplies(true)).status).toBe(200);
    say(channel, 'https://kick.com/nordwind');
    await until(() => expect(standing(channel)).toHaveLength(3));
    expect(standing(channel)[2]?.content).toBe(fixed('nordwind'));
  });
});

it('the menu of a message replies for anyone, and reports a message without a link', async () => {
  const channel = newChannel('menu');
  const { run } = createTypist(api, channel);
  const linked = say(channel, '`https://kick.com/code` https://kick.com/xqc?clip=clip_1 @everyone');
  const told = await run('Fix Kick links', {}, { targetId: linked });
  expect([textOf(told), told.message?.ephemeral_to]).toEqual([fixed('xqc/clips/clip_1'), undefined]);
  const bare = await run('Fix Kick links', {}, { targetId: say(channel, 'hello') });
  expect(textOf(bare)).toContain('no kick.com link');
});

it('the switch is in the record of changes', async () => {
  const { json } = await api.call(servers.listChanges, { params: { guildId: nightCity }, query: {} }, token);
  expect(JSON.stringify(json.data)).toContain('"fixKickLinks"');
});
