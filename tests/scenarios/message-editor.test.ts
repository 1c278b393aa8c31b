import { type MessagePreview, notifications, serverParts, servers } from '@tally/contract';
import { type Answer, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** Compares the editor's preview and test with the message in the channel. */
let api: TestApi;
let token: string;
let room: string;
let role: string;

interface Shown {
  content: string;
  embeds: unknown[];
  components: unknown[];
  attachments: { filename: string }[];
  author: { username: string };
  pinged: { users: string[]; roles: string[] };
}

const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);
const discord = async (action: string, body: object) => await api.sim.discord.controls[action]?.(body);
const shown = async () => ((await discord('messages', { channel_id: room })) as { messages: Shown[] }).messages;
const xqc = { params: { guildId: nightCity, platform: 'kick', streamer: 'xqc' } } as const;
const inServer = { params: { guildId: nightCity } } as const;
const read = (answer: Answer): MessagePreview => {
  expect([answer.status, answer.json.error]).toEqual([200, undefined]);
  return answer.json.data as MessagePreview;
};

/** Returns the parts that both have, in one format for absent fields. */
function essence({ content, embeds, components }: { content?: unknown; embeds?: unknown; components?: unknown }) {
  return JSON.parse(
    JSON.stringify({ content: content ?? '', embeds: embeds ?? [], components: components ?? [] }, (key, value) =>
      ['id', 'proxy_url', 'proxy_icon_url', 'height', 'width'].includes(key) || (key === 'type' && value === 'rich')
        ? undefined
        : value,
    ),
  );
}

async function posted(isIt: (message: Shown) => boolean): Promise<Shown> {
  return await vi.waitFor(
    async () => {
      const found = (await shown()).find(isIt);
      if (!found) throw new Error(`not among ${JSON.stringify(await shown())}`);
      return found;
    },
    { timeout: 60_000, interval: 100 },
  );
}

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 1204, now())`,
  );
  token = await api.logIn();
  room = ((await discord('add-channel', { guild_id: nightCity, name: 'alerts' })) as { id: string }).id;
  const added = await discord('add-role', { guild_id: nightCity, name: 'Pings', mentionable: true, position: 1 });
  role = (added as { id: string }).id;
});
afterAll(async () => await api.close());

describe('a message about a streamer', () => {
  const query = { message: 'kickLive' } as const;
  const preview = async (body: object = {}) =>
    read(await api.call(notifications.previewMessage, { ...xqc, query, body: body as never }, token));
  const test = async (body: object = {}) =>
    await api.call(notifications.sendTest, { ...xqc, query, body: body as never }, token);

  it('is shown with the stream that is live now, under the bot’s name, and so it is posted', async () => {
    const body = { notificationChannelId: room, pingRoleId: role };
    await api.call(notifications.addStreamer, { ...xqc, query: {}, body: body as never }, token);
    expect((await preview()).shows).toBe('example');
    kick('go-live', { who: 'xqc', title: 'Reacting' });
    await posted(({ embeds }) => JSON.stringify(embeds).includes('Reacting'));
    const real = await preview();
    expect(real.shows).toBe('live');
    expect(JSON.stringify(real.payload)).toContain('https://kick.com/xqc');
    expect(JSON.stringify(real.payload)).toContain('"footer":{"text":"Tally"}');
    const message = await posted(({ embeds }) => JSON.stringify(embeds).includes('Reacting'));
    expect(real.sender.name).toBe(message.author.username);
    expect((real.payload as { content: string }).content).toBe(message.content);
  });

  it('is tried as it is written, and nothing of that is saved', async () => {
    const embed = { title: '{title} in {server}', description: '{viewers} of {member_count}', color: '#00ff00' };
    const draft = { pingRoleId: null, customMessages: [{ type: 'kickLive', content: 'Draft of {streamer}', embed }] };
    // The viewer count loads after the start was announced.
    const wanted = await vi.waitFor(
      async () => {
        const shown = await preview(draft);
        expect(JSON.stringify(shown.payload)).toMatch(/\d of 1,204/);
        return shown;
      },
      { timeout: 60_000, interval: 100 },
    );
    const answer = await test(draft);
    expect([answer.status, answer.json.error]).toEqual([200, undefined]);
    const message = await posted(({ content }) => content === 'Draft of xqc');
    expect(essence(message)).toEqual(essence(wanted.payload ?? {}));
    const saved = await api.call(notifications.getStreamer, { ...xqc, query: {} }, token);
    expect(saved.json.data).toMatchObject({ pingRoleId: role, customMessages: [] });
  });

  it('is not tried where it could not be saved, and the field is named', async () => {
    const refused = await test({ customMessages: [{ type: 'kickLive', content: '{streamr} is live' }] });
    expect([refused.status, String(refused.json.error)]).toEqual([400, expect.stringContaining('“streamer”')]);
    const elsewhere = await test({ notificationChannelId: '100000000000000009' });
    expect([elsewhere.status, String(elsewhere.json.error)]).toEqual([
      400,
      expect.stringContaining('notificationChannelId'),
    ]);
  });

  it('of the server is shown with a live creator', async () => {
    const params = { guildId: nightCity, type: 'kickLive' } as const;
    const body = { message: { content: '{streamer}: {title}' }, variants: [] };
    const real = read(await api.call(serverParts.previewMessage, { params, body }, token));
    expect([real.shows, real.payload?.['content']]).toEqual(['live', `<@&${role}> xqc: Reacting`]);
    const other = { guildId: nightCity, type: 'rumbleVideo' } as const;
    expect(read(await api.call(serverParts.previewMessage, { params: other, body }, token)).shows).toBe('example');
  });
});

describe('a greeting', () => {
  const params = { guildId: nightCity, type: 'welcome' } as const;
  const draft = {
    welcomeCard: true,
    welcomePing: true,
    message: { content: 'Hello, you are number {count}' },
  };

  it('is shown with its picture and its mention, and so it is posted', async () => {
    const body = { ...draft, welcomeChannelId: room as never };
    const wanted = read(await api.call(serverParts.previewMessage, { params, body }, token));
    expect(wanted.files).toEqual([{ name: 'card.png', url: expect.stringMatching(/^data:image\/png;base64,.{1000}/) }]);
    expect(wanted.payload?.['content']).toMatch(/^<@\d+> Hello, you are number 1,204$/);
    const onStars = { params, body: { ...body, cardBackground: 'stars' as const } };
    const other = read(await api.call(serverParts.previewMessage, onStars, token));
    expect(other.files[0]?.url).toMatch(/^data:image\/png;base64,/);
    expect(other.files).not.toEqual(wanted.files);
    const answer = await api.call(serverParts.testGreeting, { params, body }, token);
    expect([answer.status, answer.json.error]).toEqual([200, undefined]);
    const message = await posted(({ content }) => content.includes('Hello, you are number'));
    expect(essence(message)).toEqual(essence(wanted.payload ?? {}));
    expect([message.attachments.map(({ filename }) => filename), message.pinged.users]).toEqual([['card.png'], []]);
    const saved = await api.call(servers.getServer, inServer, token);
    expect(saved.json.data).toMatchObject({ welcomeChannelId: null, messages: [] });
  });

  it('is not tried where it could not be saved', async () => {
    const body = { ...draft, welcomeChannelId: '100000000000000009' as never };
    const refused = await api.call(serverParts.testGreeting, { params, body }, token);
    expect([refused.status, String(refused.json.error)]).toEqual([400, expect.stringContaining('welcomeChannelId')]);
    const message = { content: '{membr}' };
    const misspelt = await api.call(serverParts.testGreeting, { params, body: { message } }, token);
    expect([misspelt.status, String(misspelt.json.error)]).toEqual([400, expect.stringContaining('“member”')]);
  });

  it("for a birthday is shown with the viewer's name", async () => {
    const birthday = { guildId: nightCity, type: 'birthday' } as const;
    const body = { birthdayPing: true, message: { content: 'Happy day!' } };
    const real = read(await api.call(serverParts.previewMessage, { params: birthday, body }, token));
    expect(real.payload?.['content']).toBe(`<@${real.people[0]?.id}> Happy day!`);
    expect(real.people[0]?.name).not.toBe(real.people[0]?.id);
  });
});

it('a sticky message is shown with our name below it', async () => {
  const params = { guildId: nightCity, type: 'sticky' } as const;
  const body = { message: { embed: { description: '{server} has {member_count}' } } };
  const { payload } = read(await api.call(serverParts.previewMessage, { params, body }, token));
  expect(payload?.['embeds']).toEqual([{ description: 'Night City has 1,204', footer: { text: 'Tally' } }]);
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));
