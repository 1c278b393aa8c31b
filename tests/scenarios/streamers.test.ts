import { type CallInput, type ChannelSearch, creators, notifications } from '@tally/contract';
import { sendCommands, sendEndpoint } from '@tally/server/boot/interactions';
import { demoUser, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { createTypist, type Shown, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** A person types `/setup service` with display names. Each test continues where the last one stopped. */
let api: TestApi;
let room: string;

const discord = async (action: string, body: object) => await api.sim.discord.controls[action]?.(body);
const run = (path: string, options: object = {}) => createTypist(api, room).run(path, options);
const say = async (path: string, options: object = {}) => textOf(await run(path, options));
const press = (message: Shown | undefined, label: string) => createTypist(api, room).press(message, label);
const propose = async (path: string, options: object, focused: string) => {
  const [name, subcommand] = path.split(' ');
  const asked = { channel_id: room, user_id: demoUser, name, subcommand, options, focused };
  return ((await discord('autocomplete', asked)) as { choices: { name: string; value: string }[] }).choices;
};

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited', DISCORD_INTERACTIONS: 'http' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  room = ((await discord('add-channel', { guild_id: nightCity, name: 'commands' })) as { id: string }).id;
  // The program requests the list of the most watched streams once every few minutes.
  await api.sim.worlds.get('kick')?.controls['go-live']?.({ who: 'kettlecorn' });
  await sendCommands(api.ctx);
  await sendEndpoint(api.ctx);
});
afterAll(() => api.close());

describe('names while they are typed', () => {
  const names = async (platform: string, name: string) =>
    (await propose('setup service', { platform, name }, 'name')).map((choice) => [choice.name, choice.value]);

  it('are those that the platform finds, and the typed one last', async () => {
    expect(await names('twitch', 'ひなた')).toEqual([
      ['ひなた工房 (hinata_kobo)', 'hinata_kobo'],
      ['Look up “ひなた” on Twitch', 'ひなた'],
    ]);
    expect(await names('youtube', 'lofi')).toEqual([['Look up “lofi” on YouTube', 'lofi']]);
  });

  it('are on Kick the most watched streams', async () => {
    expect(await names('kick', 'kettl')).toEqual([
      ['kettlecorn', 'kettlecorn'],
      ['Look up “kettl” on Kick', 'kettl'],
    ]);
    expect(await names('kick', '%_\\\0')).toHaveLength(1);
  });

  it('also include channels that any server here follows', async () => {
    await run('setup service', { platform: 'youtube', name: 'LinusTechTips', channel: room });
    const stop = await run('setup reset', { streamer: 'LinusTechTips' });
    await press(stop.message, 'Stop following');
    expect(await names('youtube', 'linus t')).toEqual([
      ['Linus Tech Tips (linustechtips)', 'linustechtips'],
      ['Look up “linus t” on YouTube', 'linus t'],
    ]);
  });
});

describe('following by the name that pages show', () => {
  const add = (platform: string, name: string, more: object = {}) =>
    run('setup service', { platform, name, channel: room, ...more });

  it.each([
    ['kick', 'Lumi_Vale', '**Lumi\\_Vale** (lumi-vale) on Kick.'],
    ['kick', ' <https://kick.com/hana-no-ko> ', '**hana\\_no\\_ko** (hana-no-ko) on Kick.'],
    ['youtube', 'Lofi Girl', '**Lofi Girl** (lofigirl) on YouTube.'],
    ['rumble', 'Late Checkpoint', '**Late Checkpoint** (latecheckpoint) on Rumble.'],
    ['tiktok', '@kobo_hinata', '**ひなた工房** (kobo\\_hinata) on TikTok.'],
  ])('on %s it finds %s', async (platform, name, followed) => {
    expect(textOf(await add(platform, name))).toContain(`This server now follows ${followed}`);
  });

  it('moves them to another channel when the same name is entered again', async () => {
    const told = textOf(await add('kick', 'Lumi Vale'));
    expect(told).toContain('This server already follows **Lumi\\_Vale** (lumi-vale) on Kick.');
    expect(await say('setup view', { platform: 'kick' })).toContain(`Lumi\\_Vale → <#${room}>`);
    expect((await propose('setup test', { streamer: 'lumi' }, 'streamer')).map(({ name }) => name)).toEqual([
      'Lumi_Vale · Kick',
    ]);
  });

  it('lists the candidates, and follows them on confirmation', async () => {
    const asked = await add('twitch', 'ひなた工房');
    expect(textOf(asked)).toContain('There is no channel called ひなた工房 on Twitch. Did you mean one of these?');
    const followed = await press(asked.message, 'ひなた工房 (hinata_kobo)');
    expect(textOf(followed)).toContain('This server now follows **ひなた工房** (hinata\\_kobo) on Twitch.');
    // A known channel is found by the start of its name, even if the platform has no search.
    expect(textOf(await add('tiktok', 'ひなた'))).toContain(
      'There is no channel called ひなた on TikTok. Did you mean',
    );
    expect(textOf(await add('tiktok', 'qqqq'))).toBe(
      'There is no channel called qqqq on TikTok. You can paste a link to the channel instead.',
    );
  });

  it('asks for a choice if a name is a user and a channel', async () => {
    const asked = await add('rumble', 'quietpines');
    expect(textOf(asked)).toBe('On Rumble, quietpines is both a user and a channel. Which one do you mean?');
    const followed = await press(asked.message, 'Quiet Pines · rumble.com/c/quietpines');
    expect(textOf(followed)).toContain('This server now follows **Quiet Pines** (quietpines) on Rumble.');
  });

  it('names the chosen channels and role, and warns if the role is everyone', async () => {
    const kinds = async () =>
      (await propose('setup test', { streamer: 'mkbhd', kind: '' }, 'kind')).map(({ name }) => name);
    const videos = ((await discord('add-channel', { guild_id: nightCity, name: 'videos' })) as { id: string }).id;
    const told = textOf(await add('youtube', 'mkbhd', { videos, ping: nightCity }));
    expect(told).toContain(`Streams are announced in <#${room}>.\nVideos are announced in <#${videos}>.`);
    expect(told).toContain('Messages ping **everyone in this server**.');
    expect(await kinds()).toEqual(['A stream', 'A video']);
  });

  it('refuses the role of the bot itself as a ping', async () => {
    const { roles } = api.sim.discord.state.guilds.get(nightCity) ?? {};
    const own = [...(roles?.values() ?? [])].find(({ managed }) => managed);
    const told = textOf(await add('youtube', 'mkbhd', { ping: own?.id }));
    expect(told).toBe('This is the bot’s own role, so it would not ping any member. Choose another role.');
  });

  it('reports that a stream is live already, and posts it on request, even if its start was long ago', async () => {
    await api.sim.worlds.get('kick')?.controls['go-live']?.({ who: 'Ridgewalker', title: 'Long endgame' });
    const posted = () =>
      [...(api.sim.discord.state.channels.get(room)?.messages.values() ?? [])].filter((message) =>
        JSON.stringify(message.embeds).includes('Long endgame'),
      );
    for (const time of [1, 2]) {
      const told = await add('kick', 'Ridgewalker');
      expect(textOf(told)).toContain('Ridgewalker is live now. That stream has not been posted here.');
      expect(textOf(await press(told.message, 'Post it now'))).toContain(`It is on its way to <#${room}>.`);
      await vi.waitFor(() => expect(posted()).toHaveLength(time), 60_000);
      expect(textOf(await press(told.message, 'Post it now'))).toContain('It has already been posted');
      const stop = await run('setup reset', { streamer: 'Ridgewalker' });
      await press(stop.message, 'Stop following');
    }
  });
});

describe('the search of the dashboard', () => {
  let token: string;
  beforeAll(async () => {
    token = await api.logIn();
  });
  const search = async (text: string, more: Partial<CallInput<typeof creators.searchChannels>['query']> = {}) => {
    const answer = await api.call(creators.searchChannels, { query: { text, ...more } }, token);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data as ChannelSearch;
  };
  const found = async (...about: Parameters<typeof search>) =>
    (await search(...about)).channels.map(({ platform, name, isExact }) => `${platform} ${name}${isExact ? ' !' : ''}`);

  it.each([
    ['Lumi_Vale', 'kick lumi-vale !'],
    ['@hana_no_ko', 'kick hana-no-ko !'],
    ['Lofi Girl', 'youtube lofigirl !'],
    ['HTTPS://WWW.KICK.COM/Lumi-Vale?utm_source=share#about', 'kick lumi-vale !'],
    ['twitch.tv/hinata_kobo/videos', 'twitch hinata_kobo !'],
    ['ひなた工房', 'tiktok kobo_hinata !'],
    ['kettl', 'kick kettlecorn'],
  ])('finds %s', async (text, first) => {
    expect((await found(text))[0]).toBe(first);
  });

  it('shows a picture, followers and who is live, and both of two namesakes', async () => {
    const { channels, platforms } = await search('kettlecorn');
    expect(platforms.every(({ state }) => state === 'answered')).toBe(true);
    expect(channels[0]).toMatchObject({ platform: 'kick', displayName: 'kettlecorn', isLive: true, isExact: true });
    expect(channels[0]?.avatarUrl).toMatch(/^http/);
    expect(channels[0]?.followers).toBeGreaterThan(0);
    const namesakes = (await search('quietpines', { platforms: ['rumble'] })).channels;
    expect(new Set(namesakes.map(({ rumbleType }) => rumbleType))).toEqual(new Set(['channel', 'user']));
  });

  it('reports links without a channel, and asks no platform about them', async () => {
    expect(await search('https://kick.com/video/2a1b')).toMatchObject({ problem: 'nameless', platforms: [] });
    expect(await search('https://example.com/xqc')).toMatchObject({ problem: 'notOurs', platforms: [] });
    // Names on Twitch contain no hyphens.
    expect(await search('https://twitch.tv/nobody-there')).toMatchObject({ problem: 'nameless', platforms: [] });
    expect(await search('https://kick.com/xqc%2f..%2fnordwind')).toMatchObject({ problem: 'nameless' });
    expect(await search('https://kick.com/xqc/../nordwind')).toMatchObject({ channels: [{ name: 'nordwind' }] });
  });

  it('is quick with known names, even if a platform is slow, and names the platform that is down', async () => {
    api.sim.faults.add({ world: 'rumble', kind: 'outage' });
    expect(await found('late che', { known: true })).toEqual(['rumble latecheckpoint']);
    const { channels, platforms } = await search('nobody-of-this-name');
    expect(channels).toEqual([]);
    expect(platforms).toContainEqual({ platform: 'rumble', state: 'down' });
    expect(platforms).toContainEqual({ platform: 'kick', state: 'answered' });
    api.sim.faults.clear();
  });

  it('offers to post a message now for a streamer who is live when added', async () => {
    await api.sim.worlds.get('kick')?.controls['go-live']?.({ who: 'trainwreckstv' });
    const params = { guildId: nightCity, platform: 'kick', streamer: 'trainwreckstv' } as const;
    const body = { notificationChannelId: room } as never;
    const added = await api.call(notifications.addStreamer, { params, query: {}, body }, token);
    expect(added.json.data).toMatchObject({ isCurrentlyLive: { messageId: null } });
    const { guildId, ...query } = params;
    const journal = await api.call(notifications.listJournal, { params: { guildId }, query }, token);
    expect(journal.json.data).toMatchObject({ rows: [{ kind: 'live', canBePosted: true }] });
  });
});
