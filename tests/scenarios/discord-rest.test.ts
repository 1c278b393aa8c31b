import { ChannelId, ServerId } from '@tally/contract';
import { type Discord, openDiscord, type RestOptions } from '@tally/discord/rest';
import { UpstreamError } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { type Sim, startSim } from '@tally/sim/start';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let sim: Sim;
let discord: Discord;
const opened: Discord[] = [];

function open(options: Partial<RestOptions> = {}): Discord {
  const made = openDiscord({
    apiUrl: `${sim.url}/discord/api`,
    token: 'sim-bot-token',
    clientId: '900000000000000001',
    clientSecret: 'sim-client-secret',
    userAgent: 'DiscordBot (https://tally.example, 1)',
    ...options,
  });
  opened.push(made);
  return made;
}

beforeEach(async () => {
  sim = await startSim();
  discord = open();
});
afterEach(async () => {
  for (const each of opened.splice(0)) each.close();
  const { unknownCalls } = sim;
  await sim.close();
  if (unknownCalls.length > 0) throw new Error(`the simulated world does not know ${JSON.stringify(unknownCalls)}`);
});

const nightCity = ServerId.parse('801000000000000000');
const say = (content: string) => ({ content, allowed_mentions: noMentions });
const NO_RIGHT_TO_SEE = /^(?:staff|mods)/i;

/** Returns the text channels of servers that the bot is in, as the simulated world stores them. */
function textChannels() {
  return [...sim.discord.state.guilds.values()]
    .filter((guild) => guild.members.has('900000000000000001'))
    .flatMap((guild) => [...guild.channels.values()].filter((channel) => channel.type === 0));
}
const generalChannel = () => {
  const found = textChannels().find((channel) => channel.name === 'general');
  if (!found) throw new Error('the simulated world has no channel "general"');
  return found;
};
const idOf = (channel: { id: string }) => ChannelId.parse(channel.id);
const contentsOf = (channel: { messages: ReadonlyMap<string, { content: string }> }): string[] =>
  [...channel.messages.values()].map((message) => message.content);
const failureOf = async (call: Promise<unknown>): Promise<UpstreamError> => {
  const error: unknown = await call.then(
    () => new Error('it worked'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof UpstreamError)) throw error;
  return error;
};

describe('limits', () => {
  it('more calls than a second allows are spread out, and none is refused', async () => {
    const channels = textChannels().slice(0, 20);
    const start = performance.now();
    const calls = Array.from({ length: 130 }, (_, n) =>
      discord.servers.channel(idOf(channels[n % channels.length] ?? generalChannel())),
    );
    await Promise.allSettled(calls);
    expect(performance.now() - start).toBeGreaterThanOrEqual(2000);
    expect(sim.discord.stats.selfInflicted429).toBe(0);
  });

  it('a burst into one channel waits for its limit without overdrawing it', async () => {
    const channel = generalChannel();
    const before = channel.messages.size;
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        discord.messages.create({ channelId: idOf(channel), payload: say(`burst ${n}`) }),
      ),
    );
    expect(channel.messages.size - before).toBe(8);
    expect(sim.discord.stats.selfInflicted429).toBe(0);
  });

  it('in a storm of refusals every message is posted once, and no refusal is our own fault', async () => {
    sim.faults.add({
      world: 'discord',
      kind: 'rate-limit',
      percent: 30,
      route: 'POST /channels/*/messages',
      retryAfter: 0.1,
    });
    const channels = textChannels().filter((channel) => !NO_RIGHT_TO_SEE.test(channel.name));
    const outcomes = await Promise.all(
      channels.flatMap((channel, place) =>
        [0, 1].map((n) =>
          discord.messages
            .create({ channelId: idOf(channel), payload: say(`storm ${place} ${n}`), nonce: `storm-${place}-${n}` })
            .then(() => ({ channel, text: `storm ${place} ${n}`, kind: 'posted' }))
            .catch((error: UpstreamError) => ({ channel, text: `storm ${place} ${n}`, kind: error.kind })),
        ),
      ),
    );
    const posted = outcomes.filter((outcome) => outcome.kind === 'posted');
    expect(posted.length).toBeGreaterThan(20);
    for (const { channel, text } of posted)
      expect(contentsOf(channel).filter((content) => content === text)).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind !== 'posted' && kind !== 'denied')).toEqual([]);
    expect(sim.faults.list()[0]?.hits).toBeGreaterThan(5);
    expect(sim.discord.stats.selfInflicted429).toBe(0);
  });

  it('an unannounced limit is met once, passed back, and not run into again', async () => {
    const channelId = idOf(generalChannel());
    await discord.servers.renameChannel({ channelId, name: 'one' });
    await discord.servers.renameChannel({ channelId, name: 'two' });
    const third = await failureOf(discord.servers.renameChannel({ channelId, name: 'three' }));
    expect(third.kind).toBe('limited');
    expect(third.retryAfterMs).toBeGreaterThan(60_000);
    const requests = sim.discord.stats.requests;
    expect((await failureOf(discord.servers.renameChannel({ channelId, name: 'four' }))).kind).toBe('limited');
    expect(sim.discord.stats.requests).toBe(requests);
  });
});

describe('a published message allows three edits an hour', () => {
  const news = () => {
    const found = [...sim.discord.state.channels.values()].find(({ name }) => name === 'announcements');
    if (!found) throw new Error('the simulated world has no channel "announcements"');
    return found;
  };
  const room = () => idOf(news());
  const payload = say('changed');
  const refusals = () => sim.discord.stats.byStatus[429] ?? 0;

  /** Uses up the limit with one refusal, because only its body contains the duration. */
  async function useUp(edit: () => Promise<unknown>, code: number): Promise<void> {
    for (let index = 0; index < 3; index += 1) await edit();
    sim.clock.advance(5_001);
    for (let index = 0; index < 5; index += 1) {
      const failure = await failureOf(edit());
      expect(failure).toMatchObject({ kind: 'limited', upstreamCode: code });
      expect(failure.retryAfterMs).toBeGreaterThan(3_590_000);
    }
    expect(refusals()).toBe(1);
    expect([discord.invalidRequests(), sim.discord.stats.invalid]).toEqual([0, 0]);
  }

  it('the fourth is refused once, and the rest of the channel knows nothing of it', async () => {
    const post = () => discord.messages.create({ channelId: room(), payload: say('news') });
    const [published, other] = [await post(), await post()];
    await discord.messages.publish({ channelId: room(), messageId: published.id });
    await useUp(() => discord.messages.edit({ channelId: room(), messageId: published.id, payload }), 20_028);
    await discord.messages.edit({ channelId: room(), messageId: other.id, payload });
    await post();
    expect(contentsOf(news()).toSorted()).toEqual(['changed', 'changed', 'news']);
    expect(refusals()).toBe(1);
  });

  it('so it is where a webhook wrote it, and its next message is posted', async () => {
    const { id, token } = await discord.webhooks.create({ channelId: room(), name: 'Tally' });
    const webhook = { id, token: token ?? '' };
    const { id: messageId } = await discord.webhooks.execute({ webhook, payload: say('news') });
    await discord.messages.publish({ channelId: room(), messageId });
    await useUp(() => discord.webhooks.edit({ webhook, messageId, payload }), 20_022);
    const next = await discord.webhooks.execute({ webhook, payload: say('news') });
    await discord.webhooks.edit({ webhook, messageId: next.id, payload });
    expect(contentsOf(news())).toEqual(['changed', 'changed']);
    expect(refusals()).toBe(1);
  });
});

describe('messages', () => {
  it('a lost reply and a second try with the same nonce leave one message', async () => {
    const channel = generalChannel();
    const before = channel.messages.size;
    sim.faults.add({ world: 'discord', kind: 'lost-reply', route: 'POST /channels/*/messages', times: 1 });
    const posting = { channelId: idOf(channel), payload: say('once'), nonce: 'delivery-1' };
    expect((await failureOf(discord.messages.create(posting))).kind).toBe('down');
    const posted = await discord.messages.create(posting);
    expect(channel.messages.size - before).toBe(1);
    const listed = await discord.messages.list({ channelId: idOf(channel) });
    expect(listed.find((message) => message.id === posted.id)?.content).toBe('once');
  });

  it('is edited, reacted to, given a thread and deleted', async () => {
    const channel = generalChannel();
    const channelId = idOf(channel);
    const { id: messageId } = await discord.messages.create({ channelId, payload: say('live') });
    await discord.messages.edit({ channelId, messageId, payload: say('was live') });
    await discord.messages.react({ channelId, messageId, emoji: '👍' });
    const thread = await discord.messages.openThread({ channelId, messageId, name: 'Talk' });
    expect(thread).toMatchObject({ id: messageId, kind: 'thread', parentId: channelId });
    expect(channel.messages.get(messageId)?.content).toBe('was live');
    await discord.messages.delete({ channelId, messageId });
    expect(channel.messages.has(messageId)).toBe(false);
    expect(await failureOf(discord.messages.get({ channelId, messageId }))).toMatchObject({
      kind: 'gone',
      upstreamCode: 10_008,
    });
  });

  it('is replaced as a whole by an edit: no old text, embeds, buttons or files remain', async () => {
    const channel = generalChannel();
    const channelId = idOf(channel);
    const files = [{ name: 'card.png', bytes: Buffer.from('png'), contentType: 'image/png' }];
    const shown = [{ title: 'Live', image: { url: 'attachment://card.png' } }];
    const url = 'https://example.com';
    const row = { type: 1, components: [{ type: 2, style: 5, url, label: 'Watch' }] } as const;
    const payload = { ...say('live'), embeds: shown, components: [row] };
    const { id: messageId } = await discord.messages.create({ channelId, payload, files });
    const standing = () => channel.messages.get(messageId);
    await discord.messages.edit({ channelId, messageId, payload: { embeds: shown, allowed_mentions: noMentions } });
    expect(standing()).toMatchObject({ content: '', embeds: [{ title: 'Live' }], components: [] });
    expect(standing()?.attachments.map(({ filename }) => filename)).toEqual(['card.png']);
    await discord.messages.edit({ channelId, messageId, payload: say('was live') });
    expect(standing()).toMatchObject({ content: 'was live', embeds: [], components: [], attachments: [] });
  });

  it('where the bot may not write, it gets the name of the fault', async () => {
    const channel = generalChannel();
    channel.permission_overwrites.push({ id: '900000000000000001', type: 1, allow: '0', deny: String(1n << 11n) });
    expect(await failureOf(discord.messages.create({ channelId: idOf(channel), payload: say('x') }))).toMatchObject({
      kind: 'denied',
      upstreamCode: 50_013,
    });
  });

  it('a webhook posts under another name until it is deleted, and is never called after that', async () => {
    const channel = generalChannel();
    const { id, token } = await discord.webhooks.create({ channelId: idOf(channel), name: 'Tally' });
    const webhook = { id, token: token ?? '' };
    const posted = await discord.webhooks.execute({ webhook, payload: say('from a friend'), username: 'Ada' });
    expect(channel.messages.get(posted.id)?.webhook?.id).toBe(id);
    await discord.webhooks.edit({ webhook, messageId: posted.id, payload: say('from an old friend') });
    expect(channel.messages.get(posted.id)?.content).toBe('from an old friend');
    await discord.webhooks.delete(webhook);
    expect((await failureOf(discord.webhooks.execute({ webhook, payload: say('x') }))).kind).toBe('gone');
    const requests = sim.discord.stats.requests;
    expect((await failureOf(discord.webhooks.execute({ webhook, payload: say('x') }))).kind).toBe('gone');
    expect(sim.discord.stats.requests).toBe(requests);
  });
});

describe('servers', () => {
  it('are read with roles, channels and emojis in our words', async () => {
    const guild = sim.discord.state.guilds.get(nightCity);
    const [server, channels, roles] = await Promise.all([
      discord.servers.get(nightCity),
      discord.servers.channels(nightCity),
      discord.servers.roles(nightCity),
    ]);
    expect(server).toMatchObject({
      id: nightCity,
      name: guild?.name,
      ownerId: guild?.owner_id,
      memberCount: guild?.members.size,
    });
    expect(new Set(channels.map((channel) => channel.id))).toEqual(new Set(guild?.channels.keys()));
    expect(new Set(roles.map((role) => role.name))).toEqual(
      new Set([...(guild?.roles.values() ?? [])].map((role) => role.name)),
    );
  });
});

it('while Discord is away calls fail plainly, and work again by themselves', async () => {
  const outage = sim.faults.add({ world: 'discord', kind: 'outage' });
  expect((await failureOf(discord.bot.me())).kind).toBe('down');
  sim.faults.remove(outage.id);
  expect(await discord.bot.me()).toMatchObject({ username: 'Tally', isBot: true });
});
