import { ChannelId, servers } from '@tally/contract';
import { platforms } from '@tally/contract/platforms/words';
import { features } from '@tally/features/registry';
import { sendCommands, sendEndpoint } from '@tally/server/boot/interactions';
import { demoUser, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { createTypist, type Shown, type Told, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/**
 * People type commands in the simulated Discord, which sends them over HTTP, signed. Each test continues where the last
 * one stopped.
 */
let api: TestApi;
let room: string;
/** A member without extra permissions. */
let member: string;

const discord = async (action: string, body: object) => await api.sim.discord.controls[action]?.(body);

const typist = () => createTypist(api, room);
const settled = (told: Told) => typist().settled(told);
const run = (path: string, options: object = {}, userId: string = demoUser, isStale = false) =>
  typist().run(path, options, { userId, isStale });
const say = async (path: string, options: object = {}, userId?: string) => textOf(await run(path, options, userId));
/** Sends options of an older version of the command. */
const sayStale = async (path: string, options: object) => textOf(await run(path, options, demoUser, true));
const propose = async (path: string, options: object, focused: string) => {
  const [name, subcommand] = path.split(' ');
  const asked = { channel_id: room, user_id: demoUser, name, ...(subcommand ? { subcommand } : {}), options, focused };
  return ((await discord('autocomplete', asked)) as { choices: { name: string; value: string | number }[] }).choices;
};
const press = (message: Shown | undefined, label: string, userId = demoUser) => typist().press(message, label, userId);

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited', DISCORD_INTERACTIONS: 'http' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  room = ((await discord('add-channel', { guild_id: nightCity, name: 'commands' })) as { id: string }).id;
  member = ((await discord('add-user', { username: 'plain' })) as { id: string }).id;
  await discord('join', { guild_id: nightCity, user_id: member });
  await sendCommands(api.ctx);
  await sendEndpoint(api.ctx);
});
afterAll(() => api.close());

describe('following from the chat', () => {
  it('adds a creator, shows them, and moves them to another channel', async () => {
    expect(await say('setup view')).toContain('No creators yet');
    const added = await run('setup service', { platform: 'kick', name: 'https://kick.com/xqc', channel: room });
    expect(textOf(added)).toContain('This server now follows **xqc** on Kick.');
    expect(textOf(added)).toContain(`Streams are announced in <#${room}>.\nMessages do not ping a role.`);
    expect(textOf(added)).toContain('The next stream will be posted.');
    expect(textOf(added)).toMatch(/Try it with <\/setup test:\d+>\./);
    expect(added.message?.flags).toBe(64);
    expect(await say('setup service', { platform: 'kick', name: 'XQC', channel: room })).toContain('from now on');
    expect(await say('setup view')).toContain(`xqc → <#${room}>`);
  });

  it('announces in the default channel of the server if none is chosen', async () => {
    const named = { platform: 'kick', name: 'xqc' };
    expect(await say('setup service', named)).toContain('Choose a channel for xqc first');
    const body = { newStreamerChannelId: ChannelId.parse(room) };
    const saved = await api.call(servers.updateServer, { params: { guildId: nightCity }, body }, await api.logIn());
    expect(saved.json.error).toBeUndefined();
    expect(await say('setup service', named)).toContain(`<#${room}>`);
  });

  it('suggests followed creators, and sends them a test', async () => {
    const [proposed, ...others] = await propose('setup test', { streamer: 'XQ' }, 'streamer');
    expect([proposed?.name, others]).toEqual(['xqc · Kick', []]);
    expect(await propose('setup test', { streamer: 'x'.repeat(10_000) }, 'streamer')).toEqual([]);
    expect(await propose('setup test', { streamer: '%_\\\0\ud800' }, 'streamer')).toEqual([]);
    const kinds = await propose('setup test', { streamer: proposed?.value, kind: '' }, 'kind');
    expect(kinds.map(({ name }) => name)).toEqual(['A stream']);
    const noVideos = 'Kick has no videos, so only streams can be announced and tested.';
    expect(await say('setup test', { streamer: proposed?.value, kind: 'video' })).toBe(noVideos);
    expect(await say('setup service', { platform: 'kick', name: 'xqc', channel: room, videos: room })).toBe(noVideos);
    expect(await say('setup test', { streamer: proposed?.value, kind: 'dance' })).toContain('cannot be used for kind');
    expect(await say('setup test', { streamer: proposed?.value })).toContain(`The test is on its way to <#${room}>`);
    await vi.waitFor(async () => {
      const { messages } = (await discord('messages', { channel_id: room })) as { messages: Shown[] };
      expect(messages.some((message) => message.embeds[0]?.title?.includes('This is a test'))).toBe(true);
    }, 60_000);
  });

  it.each([
    [{ platform: 'kick', name: 'nobody_there' }, 'There is no channel called nobody_there on Kick.'],
    [{ platform: 'myspace', name: 'ada' }, 'This value cannot be used for platform.'],
    [{ platform: 'kick', name: '' }, 'There is no channel called'],
    [{ platform: 'kick', name: '../../etc/passwd' }, 'There is no channel called'],
    [{ platform: 'kick', name: 'x'.repeat(301) }, 'This value cannot be used for name.'],
    [{ platform: 'kick', name: 'ada', channel: 'general' }, 'This value cannot be used for channel'],
    [{ platform: 'kick', name: 'ada', channel: '999999999999999999' }, 'This channel is not in this server.'],
    [{ platform: 'kick', name: 'ada', ping: '999999999999999999' }, 'This role is not in this server.'],
    [{ platform: 'kick' }, 'Please fill in name.'],
  ])('explains the problem with %j', async (options, sentence) => {
    expect(await sayStale('setup service', { channel: room, ...options })).toContain(sentence);
  });

  it('asks for confirmation before it unfollows, and only people who may still manage the server can confirm', async () => {
    const asked = await run('setup reset', { streamer: 'xqc' });
    expect(textOf(asked)).toContain('Stop following xqc?');
    expect(textOf(await press(asked.message, 'Cancel'))).toBe('Nothing was changed.');
    const again = await run('setup reset', { streamer: 'xqc' });
    expect(textOf(await press(again.message, 'Stop following'))).toBe('This server no longer follows xqc.');
    expect(await say('setup reset', { streamer: 'xqc' })).toBe('This server does not follow xqc.');
    expect(await say('setup reset', { streamer: '00000000-0000-4000-8000-000000000000' })).toContain('does not follow');
  });

  it('names the platform of a link, and follows there on confirmation', async () => {
    const asked = await run('setup service', { platform: 'kick', name: 'https://www.twitch.tv/xqc', channel: room });
    expect(textOf(asked)).toBe('This link leads to Twitch, not Kick. Do you want to follow its creator on Twitch?');
    expect(await say('setup view')).not.toContain('Twitch');
    const followed = await press(asked.message, 'Follow on Twitch');
    expect(textOf(followed)).toContain('This server now follows **xQc** on Twitch.');
    expect(
      await say('setup service', { platform: 'kick', name: `https://rumble.com/c/${'x'.repeat(90)}`, channel: room }),
    ).toBe('This link leads to Rumble, not Kick. Add it under Rumble.');
    const stop = await run('setup reset', { streamer: 'xqc' });
    await press(stop.message, 'Stop following');
  });
});

describe('overrides and errors', () => {
  it('are added above the others, listed and removed', async () => {
    expect(await say('overrides add', { words: 'speedrun, *mine*', action: 'cancel' })).toBe(
      'Saved as rule 1. For streams and videos with “speedrun” or “\\*mine\\*”: Do not announce.',
    );
    expect(await say('overrides add', { words: '/a{1,3}, b/', action: 'send', channel: room })).toContain(
      'Saved as rule 2. For streams and videos with /a{1,3}, b/: Announce.',
    );
    expect(await say('overrides add', { words: 'x', action: 'cancel', priority: 2 })).toContain(
      'already has the priority 2',
    );
    expect(await say('overrides list')).toMatch(/2: .*\n.*1: speedrun/);
    expect((await propose('overrides remove', { priority: 'SPEED' }, 'priority')).map(({ value }) => value)).toEqual([
      1,
    ]);
    expect(await say('overrides add', { platform: 'kick', action: 'cancel' })).toBe(
      'Saved as rule 3. For every stream and video on Kick: Do not announce.',
    );
    expect(await say('overrides list')).toContain('3: every stream on Kick → Do not announce');
    expect(await say('overrides remove', { priority: 1 })).toBe('The override has been removed.');
    expect(await say('overrides remove', { priority: 1 })).toContain('No override has the priority 1');
  });

  it.each([
    [{ words: ' , ,', action: 'cancel' }, 'Enter 1 to 50 words'],
    [{ action: 'cancel' }, 'at least one word, or choose a platform'],
    [{ words: '/(/', action: 'cancel' }, 'a bracket “(” is never closed'],
    [{ words: 'x', action: 'explode' }, 'This value cannot be used for action'],
    [{ words: 'x', action: 'cancel', priority: -1 }, 'This value cannot be used for priority'],
    [{ words: 'x', action: 'cancel', minutes: 1e9 }, 'This value cannot be used for minutes'],
    [{ words: 'x', action: 'cancel', channel: '999999999999999999' }, 'This channel is not in this server.'],
  ])('refuses %j', async (options, sentence) => {
    expect(await sayStale('overrides add', options)).toContain(sentence);
  });

  it('shows recent errors', async () => {
    expect(await say('errors')).toContain('No errors');
    await api.ctx.db.execute(`insert into error_logs (server_id, reason, details, missing_permissions, fingerprint, count, first_at, last_at)
      values ('${nightCity}', 'unknownChannel', '{"what":"@everyone *ada*"}', '[]', 'x', 3, now(), '${api.clock.now().toISOString()}')`);
    expect(await say('errors', { hours: 2 })).toMatch(/<t:\d+:R> ×3 · The channel for @\u200beveryone \\\*ada\\\*/);
  });
});

describe('commands for everyone', () => {
  it('are all listed by /help, which shows only those that the person may use', async () => {
    const own = await say('help');
    for (const name of ['setup', 'overrides', 'errors', 'language', 'privacy', 'stats', 'userinfo', 'vote']) {
      expect(own).toMatch(new RegExp(`</${name}( \\w+)*:\\d+>`));
    }
    const others = await say('help', {}, member);
    expect(others).toMatch(/<\/language:\d+>/);
    expect(others).not.toContain('/setup');
    expect([own, others].map((text) => text.includes('Trash starboard message'))).toEqual([true, false]);
    expect(await say('help', { command: '/setup service' })).toContain('`videos` (optional)');
    expect((await propose('help', { command: 'setup t' }, 'command')).map(({ value }) => value)).toEqual([
      'setup test',
    ]);
  });

  it("lead from /help to the handbook's pages, with suggestions while a person types", async () => {
    const [proposed] = await propose('help', { topic: 'pings nobdy' }, 'topic');
    expect(proposed).toEqual({
      name: expect.stringContaining('nobody was pinged'),
      value: 'help/nothing-was-posted#on-it-was-posted-but-nobody-was-pinged',
    });
    const { message } = await run('help', { topic: proposed?.value }, member);
    expect(message?.components[0]?.components[0]?.url).toBe(
      `${api.ctx.config.webUrl}/docs/help/nothing-was-posted#on-it-was-posted-but-nobody-was-pinged`,
    );
    // A person who has chosen a page sees no other suggestions.
    expect(await say('help', { topic: proposed?.value })).not.toContain('Related pages');
    expect(await say('help', { topic: 'api/start' })).toMatch(/^First call, with a token/);
    expect(await say('help', { topic: 'how do I make a backup' })).toMatch(/^Backups and restore/);
    expect(await say('help', { topic: 'qzxwvk jjpqy' })).toContain('No page of the handbook matches.');
  });

  it('are explained by /help under every name that it lists, whether typed or suggested', async () => {
    const overview = await say('help');
    const paths = [...overview.matchAll(/<\/([\w ]+):\d+>/g)].map(([, path = '']) => path);
    const names = paths.flatMap((path) => {
      const [name = '', ...inner] = path.split(' ');
      return [`/${name}`, `/${path}`, ...inner.slice(-1)];
    });
    const menus = ['Trash starboard message', 'Post to starboard'];
    expect([names.length > 40, menus.every((name) => overview.includes(name))]).toEqual([true, true]);
    for (const name of new Set([...names, ...menus])) {
      const [proposed] = await propose('help', { command: name }, 'command');
      const asked = [name, await say('help', { command: name }), await say('help', { command: proposed?.value })];
      expect(asked).not.toContain('This command does not exist, or you cannot use it here.');
      // Without a name, the answer would be the overview of all commands.
      expect([name, proposed !== undefined, asked.includes(overview)]).toEqual([name, true, false]);
    }
    expect(await say('help', { command: 'starboard' })).toMatch(/<\/starboard random:\d+> · /);
    expect(await say('help', { command: 'stats_channel' })).toMatch(/^<\/setup stats_channel:\d+>\n/);
    expect(await say('help', { command: 'setup' }, member)).toContain('This command does not exist');
  });

  it('follow a creator who has published nothing yet, on every platform', async () => {
    for (const platform of platforms) {
      const field = platform === 'kick' ? 'username' : 'name';
      await api.sim.worlds.get(platform)?.controls['add-creator']?.({ [field]: 'brandnew' });
      const told = await say('setup service', { platform, name: 'brandnew', channel: room });
      expect([platform, told]).toEqual([platform, expect.stringContaining('This server now follows **brandnew** on')]);
    }
  });

  it('lead from /faq to the handbook if no entry answers', async () => {
    const { message } = await run('faq', { question: 'How do I add a streamer' }, member);
    const labels = message?.components[0]?.components.map(({ label }) => label);
    expect(message?.embeds[0]?.title).toMatch(/streamer|first/i);
    expect(labels).toEqual(['Read page', 'Handbook', 'Ask the staff']);
    expect(await say('faq', { question: 'qzxwvk jjpqy' })).toContain('No answer was found');
  });

  it('name the empty option, and the missing permission', async () => {
    expect(await say('clip', { streamer: '  ' })).toBe('Please fill in streamer.');
    const right = 'You need Manage Server in this server to do this.';
    expect(await say('language', { language: 'en-US', for: 'server' }, member)).toBe(right);
  });

  it('link to the web app, and show figures', async () => {
    for (const word of ['invite', 'support', 'vote']) {
      const { message } = await run(word, {}, member);
      expect(message?.components[0]?.components[0]?.url).toBe(`${api.ctx.config.webUrl}/${word}`);
    }
    expect(await say('stats')).toContain('Creators followed');
    expect(await say('userinfo', { user: member })).toContain(member);
    expect(await say('userinfo', { user: '999999999999999999' })).toBe('This user does not exist.');
  });

  it('offer nothing to buy or to move where everything is included', async () => {
    for (const name of ['buy', 'status', 'transfer']) {
      expect(await say(`premium ${name}`)).toBe('Everything is unlocked here. There is nothing to buy.');
    }
  });

  it('use the person’s language, else the server’s, and require the permission to change that', async () => {
    expect(await say('language', { language: 'ar-SA', for: 'server' }, member)).toContain('You need Manage Server');
    expect(await say('language', { language: 'ar-SA', for: 'server' })).toMatch(/[\u0600-\u06ff]/);
    expect(await say('errors')).toMatch(/[\u0600-\u06ff]/);
    expect(await say('help')).toMatch(/<\/sync:\d+> · [\u0600-\u06ff]/);
    const refused = await say('overrides add', { words: '/a(?=b)/', action: 'cancel' });
    expect(refused.replace(/[\u2066\u2069]/g, '')).toMatch(/^«\/a\(\?=b\)\/»: لا توجد «\(\?=» هنا/);
    expect(refused).not.toMatch(/[A-Z]{4}|Perl/);
    expect(await say('help', { command: 'عيد_ميلاد تحديد' })).toMatch(/^<\/birthday set:\d+>/);
    expect(await say('birthday set', { month: 2, day: 30, timezone: 'UTC' })).toBe('لا يوجد يوم كهذا في التقويم.');
    const withFigures = [await say('stats'), await say('birthday set', { month: 2, day: 29, timezone: 'UTC' })];
    expect(withFigures.join()).toMatch(/29 فبراير/);
    expect(withFigures.join()).not.toMatch(/[\u0660-\u0669]/);
    await run('language', { language: 'en-US' });
    expect(await say('errors')).toContain('Error log');
    expect(await say('vote', {}, member)).toMatch(/[\u0600-\u06ff]/);
    const { rows } = await api.ctx.db.execute(`select what, user_id from server_changes where what = 'locale'`);
    expect(rows).toEqual([{ what: 'locale', user_id: demoUser }]);
  });

  it('refuse people and servers that may not use us', async () => {
    await api.ctx.db.execute(`update users set is_blacklisted = true where id = '${demoUser}'`);
    await api.ctx.cache.forgetPrefix('');
    expect(await say('stats')).toContain('may not use the service');
    await api.ctx.db.execute(`update users set is_blacklisted = false where id = '${demoUser}'`);
    await api.ctx.cache.forgetPrefix('');
  });
});

it('are sent to Discord in every language that it supports', () => {
  const sync = [...api.sim.discord.state.commands.values()].find(({ name }) => name === 'sync');
  expect(sync).toMatchObject({ name_localizations: { ar: 'مزامنة' } });
  expect(sync?.description_localizations?.ar).toMatch(/[\u0600-\u06ff]/);
});

describe('a channel in which the bot cannot post', () => {
  it('is reported when a person chooses it, and no panel is promised there', async () => {
    const permission_overwrites = [{ id: nightCity, type: 0, allow: '0', deny: '1024' }];
    const hidden = { guild_id: nightCity, name: 'hidden', permission_overwrites };
    const { id: channel } = (await discord('add-channel', hidden)) as { id: string };
    const lacks = `The bot cannot post in <#${channel}> yet. It lacks: View Channel`;
    expect(await say('panel synchronize', { channel })).toContain(lacks);
    expect(await say('welcome setup', { type: 'welcome', channel })).toContain(lacks);
    expect(await say('birthday setup', { channel })).toContain(lacks);
    expect(await say('starboard setup', { channel })).toContain(lacks);
    expect(await say('sticky set', { channel, message: 'x' })).toContain(lacks);
    const { id: forum } = (await discord('add-channel', { guild_id: nightCity, name: 'ideas', type: 15 })) as {
      id: string;
    };
    const noMessages = 'This kind of channel cannot receive messages';
    for (const path of ['panel synchronize', 'birthday setup', 'starboard setup']) {
      expect(await sayStale(path, { channel: forum })).toContain(noMessages);
    }
    expect(await sayStale('welcome setup', { type: 'leave', channel: forum })).toContain(noMessages);
    expect(await say('sticky set', { message: 'x', when: 'everyMessages', number: 1001 })).toBe(
      'It can wait for at most 1,000 messages.',
    );
    expect(await say('sticky set', { message: 'x', when: 'everyMessage', number: 5 })).toBe(
      '“After every message” takes no number. Leave it out, or choose another mode.',
    );
  });

  it('nor does a birthday wait for its confirmation if the year had no such day', async () => {
    const day = { month: 2, day: 29, timezone: 'Asia/Tokyo' };
    expect(await say('birthday set', { ...day, year: 2001 })).toBe('2001 had no 29 February.');
    expect(await say('birthday set', { ...day, year: 2000 })).toContain('**February 29** 2000, and');
  });
});

describe('/privacy', () => {
  it('sends the file to the person alone', async () => {
    const { message } = await run('privacy export');
    expect(message?.attachments).toEqual([
      expect.objectContaining({ filename: expect.stringMatching(/^tally-.*\.zip$/) }),
    ]);
    expect((message?.flags ?? 0) & 64).toBe(64);
  });

  it('deletes after the name was typed, and not before', async () => {
    const people = async () => (await api.ctx.db.execute(`select id from users where id = '${demoUser}'`)).rows.length;
    const first = await run('privacy delete');
    expect(first.modal?.title).toContain('Delete everything');
    const submit = async (name: string, interactionId = first.interaction_id) =>
      await settled((await discord('submit', { interaction_id: interactionId, fields: { name } })) as Told);
    expect(textOf(await submit('somebody else'))).toContain('nothing was deleted');
    expect(await people()).toBe(1);
    const second = await run('privacy delete');
    expect(textOf(await submit('robin', second.interaction_id))).toContain('have been deleted');
    expect(await people()).toBe(0);
  });
});

it('every slash command can be called without options, and answers at least the person alone', async () => {
  const slashes = features.flatMap((each) => each.commands ?? []).filter((part) => part.kind === 'slash');
  for (const { name, subcommands } of slashes) {
    for (const path of subcommands ? subcommands.map((each) => each.name) : ['']) {
      const [group, inner] = path.includes(' ') ? path.split(' ') : [undefined, path];
      const asked = {
        channel_id: room,
        user_id: demoUser,
        is_stale: true,
        name,
        ...(group ? { group } : {}),
        ...(inner ? { subcommand: inner } : {}),
      };
      const told = (await discord('command', asked)) as Told;
      expect([name, path, told.outcome]).toEqual([name, path, 'answered']);
      expect(textOf(await settled(told))).not.toContain('Something went wrong on our side');
    }
  }
});
