import { giveaways, ServerId, servers } from '@tally/contract';
import { seconds } from '@tally/kernel';
import { demoUser, nightCity, type TestApi } from '@tally/tests/api';
import { chatApi } from '@tally/tests/chat';
import { runJob } from '@tally/tests/jobs';
import { createTypist, type Shown, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Tests buttons in wrong places, and giveaways whose host or entrant has left, by the text that people get. */
let api: TestApi;
let token: string;
let hall: string;
let typist: ReturnType<typeof createTypist>;
const people: string[] = [];

const discord = async (action: string, body: object) => (await api.sim.discord.controls[action]?.(body)) as never;
const params = { guildId: nightCity };
const none = 'This giveaway does not exist.';

async function find(words: string): Promise<Shown> {
  return await vi.waitFor(async () => {
    const { messages } = (await discord('messages', { channel_id: hall })) as { messages: Shown[] };
    const found = messages.findLast((message) => JSON.stringify(message).includes(words));
    if (!found) throw new Error(`nothing says ${words}`);
    return found;
  }, 60_000);
}

/** Beacon rounds follow the test clock. */
async function until(words: string): Promise<Shown> {
  return await vi.waitFor(async () => {
    await api.pass(seconds(2));
    await runJob(api.ctx, 'giveaways/keep-time');
    const { messages } = (await discord('messages', { channel_id: hall })) as { messages: Shown[] };
    const found = messages.findLast((message) => JSON.stringify(message).includes(words));
    if (!found) throw new Error(`nothing says ${words}`);
    return found;
  }, 30_000);
}

async function start(prize: string, more: object = {}): Promise<{ message: Shown; id: string }> {
  const body = { channelId: hall, name: prize, durationMinutes: 60, winnerCount: 1, ...more } as never;
  const made = await api.call(giveaways.createGiveaway, { params, query: {}, body }, token);
  expect(made.json).toMatchObject({ status: 200 });
  const { json } = await api.call(giveaways.listGiveaways, { params, query: {} }, token);
  const { existing } = json.data as { existing: { giveawayId: string; name: string }[] };
  return { message: await find(prize), id: existing.find(({ name }) => name === prize)?.giveawayId ?? '' };
}

/** Presses a button that the bot itself would never post. */
async function pressMadeUp(channelId: string, customId: string, person: string): Promise<string> {
  const components = [{ type: 1, components: [{ type: 2, style: 1, label: 'Press', custom_id: customId }] }] as const;
  const nobody = { parse: [], roles: [], users: [] };
  const payload = { content: 'Press', components, allowed_mentions: nobody };
  const { id } = await api.ctx.discord.messages.create({
    channelId: channelId as never,
    payload,
    nonce: crypto.randomUUID().slice(0, 24),
  });
  const there = createTypist(api, channelId);
  const message = api.sim.discord.state.channels.get(channelId)?.messages.get(id);
  return textOf(await there.press(message as unknown as Shown, 'Press', person));
}

beforeAll(async () => {
  api = await chatApi();
  token = await api.logIn();
  hall = ((await discord('add-channel', { guild_id: nightCity, name: 'prizes' })) as { id: string }).id;
  typist = createTypist(api, hall);
  for (let place = 0; place < 3; place += 1) {
    const { id } = (await discord('add-user', { username: `guest${place}` })) as { id: string };
    await discord('join', { guild_id: nightCity, user_id: id });
    people.push(id);
  }
});
afterAll(() => api.close());

describe('a button of a giveaway', () => {
  const buttons = ['gw-enter', 'gw-mine', 'gw-leave', 'gw-claim'];

  it('in a direct message has no effect, and enters no one', async () => {
    const { id } = await start('A lamp');
    const person = people[0] ?? '';
    const { id: dm } = await api.ctx.discord.messages.openDm(person as never);
    for (const button of buttons) expect(await pressMadeUp(dm, `${button}:${id}`, person)).toBe(none);
    const { json } = await api.call(giveaways.getGiveaway, { params: { ...params, giveawayId: id } }, token);
    expect(json.data).toMatchObject({ currentEntries: 0 });
  });

  it('of another server’s giveaway has no effect, nor does its id in a command or an address', async () => {
    const { id } = await start('A chair');
    const other = (await discord('add-guild', { name: 'Elsewhere', owner_id: people[1] })) as { id: string };
    await discord('invite-bot', { guild_id: other.id });
    await api.ctx.db.execute(
      `insert into servers (id, name, member_count, joined_at) values ('${other.id}', 'Elsewhere', 2, now())`,
    );
    const { id: room } = (await discord('add-channel', { guild_id: other.id, name: 'there' })) as { id: string };
    for (const button of buttons) expect(await pressMadeUp(room, `${button}:${id}`, people[1] ?? '')).toBe(none);
    const there = createTypist(api, room);
    for (const deed of ['end', 'pause', 'delete', 'reroll', 'entries', 'verify']) {
      expect(await there.say(`giveaway ${deed}`, { giveaway: id }, people[1])).toBe(none);
    }
    const asOwner = await api.logIn(people[1]);
    const address = { params: { guildId: ServerId.parse(other.id), giveawayId: id } };
    const answers = [
      await api.call(giveaways.endGiveaway, address, asOwner),
      await api.call(giveaways.getGiveaway, address, asOwner),
      await api.call(giveaways.getCourse, address, asOwner),
      await api.call(giveaways.getProof, address),
      await api.call(giveaways.removeGiveaway, { ...address, query: {} }, asOwner),
    ];
    const refused = { status: 404, code: 'giveawayNotFound', error: none };
    for (const { json } of answers) expect(json).toMatchObject(refused);
    const { json } = await api.call(giveaways.getGiveaway, { params: { ...params, giveawayId: id } }, token);
    expect(json.data).toMatchObject({ state: 'running', currentEntries: 0 });
  });

  it.each(['gw_nothing', '', "gw_' or 1=1", '../..', 'gw_1:gw_2'])(
    'with the made-up id “%s” has no effect',
    async (id) => {
      for (const button of buttons) expect(await pressMadeUp(hall, `${button}:${id}`, people[0] ?? '')).toBe(none);
    },
  );

  it('with an answer to a sum that was never asked enters no one', async () => {
    const { message, id } = await start('A riddle', { codeword: 'Lantern' });
    expect(await pressMadeUp(hall, `gw-answer:${id}:1:1`, people[0] ?? '')).not.toContain('You are in');
    expect(JSON.stringify(await typist.press(message, 'Enter', people[0]))).toContain('codeword');
  });

  it('with sixteen codewords, all opened first and sent together, has three of them checked', async () => {
    const { message } = await start('A vault', { codeword: 'Lantern' });
    const guesser = people[1];
    const forms = [];
    for (let n = 0; n < 16; n += 1) forms.push(await typist.press(message, 'Enter', guesser));
    const words = forms.map((_, place) => (place === 15 ? 'Lantern' : `word ${place}`));
    const told = await Promise.all(
      forms.map(async (form, place) => textOf(await typist.submit(form, { answer: words[place] }))),
    );
    expect(told.filter((text) => text.includes('Three wrong answers'))).toHaveLength(13);
  });

  it('of a deleted giveaway is answered as such', async () => {
    const { message, id } = await start('A ghost');
    const [enter] = message.components[0]?.components ?? [];
    expect(await typist.say('giveaway delete', { giveaway: id })).toContain('deleted');
    expect(await pressMadeUp(hall, enter?.custom_id ?? '', people[0] ?? '')).toBe(none);
  });
});

describe('a giveaway', () => {
  it('without a host names none, and can still be won', async () => {
    const { message, id } = await start('A foundling');
    expect(message.embeds[0]?.description).toContain('Host: <@');
    const address = { params: { ...params, giveawayId: id } };
    const change = { ...address, query: {}, body: { hostId: null } };
    expect((await api.call(giveaways.updateGiveaway, change, token)).json).toMatchObject({ status: 200 });
    await vi.waitFor(async () => expect((await find('A foundling')).embeds[0]?.description).not.toContain('Host'));
    expect(textOf(await typist.press(await find('A foundling'), 'Enter', people[0]))).toContain('You are in');
    const course = await api.call(giveaways.getCourse, address, token);
    expect(course.json.data).toMatchObject({ giveaway: { hostId: null, currentEntries: 1 } });
    expect(await typist.say('giveaway end', { giveaway: id })).toContain('The draw follows');
    const result = await until('won **A foundling**');
    expect(result.content).toContain(`<@${people[0]}>`);
    expect((await until('Winner:')).embeds[0]?.description).not.toContain('Host');
  });

  it('for people with some roles, or without them, names the roles in its refusals', async () => {
    const { id: owls } = (await discord('add-role', { guild_id: nightCity, name: 'Owls', position: 1 })) as {
      id: string;
    };
    const filter = (roleMode: string) => ({ entryFilter: { roleMode, roles: [owls] } });
    const { message: only } = await start('For owls', filter('whitelist'));
    const needs = `You need one of these roles: <@&${owls}>`;
    expect(textOf(await typist.press(only, 'Enter', people[0]))).toBe(needs);
    const { message: others } = await start('For others', filter('blacklist'));
    await discord('member', { guild_id: nightCity, user_id: people[1], roles: [owls] });
    const refused = `Members with one of these roles cannot enter: <@&${owls}>`;
    expect(textOf(await typist.press(others, 'Enter', people[1]))).toBe(refused);
  });

  it('with more prizes than people reports how many remain', async () => {
    const { message, id } = await start('Three lamps', { winnerCount: 3 });
    await typist.press(message, 'Enter', people[0]);
    await typist.say('giveaway end', { giveaway: id });
    const said = '2 prizes are left: no other entrant is eligible to win.';
    expect((await until('won **Three lamps**')).content.split('\n')[1]).toBe(`-# ${said}`);
  });

  it('is one of many with long names, and their list is still readable', async () => {
    for (let place = 0; place < 15; place += 1) await start(`${place} ${'*'.repeat(250)}`);
    const [title, ...lines] = (await typist.say('giveaway list')).split('\n');
    expect(title).toBe('Giveaways');
    expect(lines).toHaveLength(16);
    expect(lines.at(-1)).toMatch(/^And \d+ more giveaways?\.$/);
  });

  it('whose button label is only spaces has the default label', async () => {
    const { message } = await start('A blank', { buttonLabel: '  ' });
    expect(message.components[0]?.components[0]?.label).toBe('Enter');
  });

  it('refuses its host and the people who run giveaways, unless it lets them enter', async () => {
    const { message } = await start('A crown', { hostId: people[1] });
    const refused = 'The host and giveaway managers cannot enter this one.';
    expect(textOf(await typist.press(message, 'Enter', people[1]))).toBe(refused);
    expect(textOf(await typist.press(message, 'Enter'))).toBe(refused);
    expect(textOf(await typist.press(message, 'Enter', people[0]))).toContain('You are in');
    await typist.say('giveaway create', { prize: 'A free crown', duration: '10m', managers: true });
    expect(textOf(await typist.press(await find('A free crown'), 'Enter'))).toContain('You are in');
  });

  it('pings @everyone if both the bot and the person may, and the answer says so', async () => {
    const create = { prize: 'A bell', duration: '10m', role: nightCity };
    const said = await typist.say('giveaway create', create);
    expect(said).toMatch(/ It pings @everyone\.$/);
    const { id } = await find('A bell');
    const message = api.sim.discord.state.channels.get(hall)?.messages.get(id);
    expect(message).toMatchObject({ content: '@everyone', mention_everyone: true, mention_roles: [] });
    expect(await typist.say('giveaway resend', { giveaway: 'A bell' })).toMatch(/ It pings @everyone\.$/);

    const { id: role } = (await discord('add-role', { guild_id: nightCity, name: 'Hosts' })) as { id: string };
    await discord('member', { guild_id: nightCity, user_id: people[0], roles: [role] });
    const body = { giveawayManagerRoles: [role as never] };
    expect((await api.call(servers.updateServer, { params, query: {}, body }, token)).json.status).toBe(200);
    const mention = String(1 << 17);
    const bot = api.ctx.config.discord.clientId;
    const roomWhere = async (name: string, ...who: [id: string, type: number, may: boolean][]) => {
      const permission_overwrites = who.map(([id, type, may]) => ({
        id,
        type,
        allow: may ? mention : '0',
        deny: may ? '0' : mention,
      }));
      const fields = { guild_id: nightCity, name, permission_overwrites };
      return ((await discord('add-channel', fields)) as { id: string }).id;
    };
    const calm = await roomWhere('calm', [nightCity, 0, false], [bot, 1, true]);
    const mute = await roomWhere('mute', [bot, 1, false]);
    const wanted = 'Mention @everyone, @here and All Roles';
    expect(await typist.say('giveaway create', { ...create, channel: calm }, people[0])).toBe(
      `You cannot ping @everyone in <#${calm}>. You need ${wanted} there.`,
    );
    expect(await typist.say('giveaway create', { ...create, channel: mute })).toBe(
      `The bot cannot ping @everyone in <#${mute}>. It needs ${wanted} there.`,
    );
    const quiet = { prize: 'A quiet bell', duration: '10m', channel: calm };
    expect(await typist.say('giveaway create', quiet, people[0])).toContain('has started');
    await discord('member', { guild_id: nightCity, user_id: people[0], roles: [] });
  });

  it('whose host has left continues', async () => {
    const { message } = await start('A souvenir', { hostId: people[2] });
    expect(message.embeds[0]?.description).toContain(`Host: <@${people[2]}>`);
    await discord('leave', { guild_id: nightCity, user_id: people[2] });
    expect(textOf(await typist.press(message, 'Enter', people[0]))).toContain('You are in');
  });
});

describe('a giveaway in a channel that a member cannot open, or one that is planned,', () => {
  const choices = async (subcommand: string, typed: string, userId?: string) => {
    const asked = { channel_id: hall, user_id: userId ?? demoUser, name: 'giveaway', subcommand };
    const told = (await discord('autocomplete', { ...asked, focused: 'giveaway', options: { giveaway: typed } })) as {
      choices: { name: string; value: string }[];
    };
    return told.choices.map(({ name }) => name);
  };

  it('is neither listed, suggested nor found for that member, but is for the people who run giveaways', async () => {
    const see = String(1 << 10);
    const permission_overwrites = [
      { id: nightCity, type: 0, allow: '0', deny: see },
      { id: api.ctx.config.discord.clientId, type: 1, allow: see, deny: '0' },
    ];
    const fields = { guild_id: nightCity, name: 'staff', permission_overwrites };
    const { id: channelId } = (await discord('add-channel', fields)) as { id: string };
    const hidden = { channelId, name: 'Staff prize', durationMinutes: 10, winnerCount: 1 } as never;
    const later = { channelId: hall, name: 'Staff surprise', durationMinutes: 10, winnerCount: 1, startInMinutes: 60 };
    const made = [
      await api.call(giveaways.createGiveaway, { params, query: {}, body: hidden }, token),
      await api.call(giveaways.createGiveaway, { params, query: { when: 'later' }, body: later as never }, token),
    ];
    for (const { json } of made) expect(json).toMatchObject({ status: 200 });
    const member = people[0] ?? '';
    expect(await typist.say('giveaway list', {}, member)).not.toContain('Staff');
    const found = (await typist.run('giveaway list')).message;
    expect(JSON.stringify(found)).toContain('Staff prize');
    expect((found?.flags ?? 0) & 64, 'only the person who asked reads it').toBe(64);
    for (const deed of ['verify', 'end', 'entries']) {
      expect(await choices(deed, 'staff', member)).toEqual([]);
      expect(await choices(deed, 'staff')).toEqual(['Staff surprise', 'Staff prize']);
    }
    expect(await typist.say('giveaway verify', { giveaway: 'Staff prize' }, member)).toBe(none);
    expect(await typist.say('giveaway verify', { giveaway: 'Staff prize' })).toContain('/giveaways/');
  });
});

it('the menu explains that a message is not a giveaway', async () => {
  const target = (await discord('say', { channel_id: hall, user_id: people[0], content: 'hello' })) as { id: string };
  for (const menu of ['End giveaway', 'Reroll giveaway', 'Entries']) {
    expect(textOf(await typist.run(menu, {}, { targetId: target.id }))).toBe('This message is not a giveaway.');
  }
});

it('the first to press in a drop is told that they won, without odds and without a way out', async () => {
  const { message } = await start('A falling lamp', { mode: 'drop', winnerCount: 2 });
  const told = await typist.press(message, 'Enter', people[0]);
  expect(textOf(told)).toMatch(/^You pressed in time and won\. Receipt `[0-9a-f]{12}`\.$/);
  expect(told.message?.components ?? []).toEqual([]);
  expect(textOf(await typist.press(message, 'Enter', people[0]))).toMatch(/^You have already won\. Receipt/);
});

it('a draw of many winners is confirmed before it pings them', async () => {
  const { message, id } = await start('A crowd', { winnerCount: 1 });
  for (let place = 0; place < 11; place += 1) {
    const { id: guest } = (await discord('add-user', { username: `crowd${place}` })) as { id: string };
    await discord('join', { guild_id: nightCity, user_id: guest });
    expect(textOf(await typist.press(message, 'Enter', guest))).toContain('You are in');
  }
  await typist.say('giveaway end', { giveaway: id });
  await until('you won **A crowd**');
  const posts = () => [...(api.sim.discord.state.channels.get(hall)?.messages.values() ?? [])].length;
  const before = posts();
  const asked = await typist.run('giveaway reroll', { giveaway: id, winners: 100 });
  expect(textOf(asked)).toBe('This draws 11 winners and pings all of them. Draw now?');
  expect(posts()).toBe(before + 1);
  expect(textOf(await typist.press(asked.message, 'Draw 11 winners'))).toBe('New winners are drawn in a few seconds.');
  await vi.waitFor(async () => {
    await api.pass(seconds(2));
    await runJob(api.ctx, 'giveaways/keep-time');
    const { embeds } = await find('A crowd');
    expect(embeds[0]?.description?.match(/<@\d+>/g)).toHaveLength(11);
  }, 30_000);
});

describe('a giveaway chosen by name', () => {
  it('is found in any spelling, and by the beginning of its name', async () => {
    await start('Ein Gerät');
    for (const giveaway of ['ein gerät', '  EIN   GERÄT ', 'Ein Gera\u0308t', 'ein g']) {
      expect(await typist.say('giveaway entries', { giveaway })).toBe('0 people, 0 entries');
    }
    expect(await typist.say('giveaway entries', { giveaway: 'gerät' })).toBe(none);
  });

  it('needs a choice if several have that name', async () => {
    const one = await start('Two of a kind');
    const other = await start('Two of a kind');
    const said = await typist.say('giveaway end', { giveaway: 'two of a kind' });
    expect(said).toMatch(/^2 giveaways match\. Enter the ID of one: /);
    expect(said).toContain(`\`${one.id}\` (Two of a kind, running)`);
    expect(await typist.say('giveaway entries', { giveaway: other.id })).toBe('0 people, 0 entries');
  });
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));
