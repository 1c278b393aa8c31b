import { describe, expect, it } from 'vitest';
import { Bit } from '../rules/permissions.ts';
import { APPLICATION_ID } from '../seed/application.ts';
import { act, ask, channel, forbid, openSim, personOf, roleId, server } from '../test-world.ts';

const messages = (id: string) => `POST /channels/${id}/messages`;

describe('callers', () => {
  it('turns away a wrong token (401), a missing User-Agent (40333) and a wrong content type (50035)', async () => {
    const sim = await openSim();
    const to = messages(channel(sim).id);
    expect((await ask(sim, to, { content: 'x' }, { token: 'Bot wrong' })).status).toBe(401);
    expect((await ask(sim, to, { content: 'x' }, { token: null })).status).toBe(401);
    expect((await ask(sim, to, { content: 'x' }, { headers: { 'user-agent': 'curl' } })).get('code')).toBe(40333);
    expect((await ask(sim, to, { content: 'x' }, { headers: { 'content-type': 'text/plain' } })).get('code')).toBe(
      50035,
    );
    expect(sim.discord.limits.invalidCount('127.0.0.1')).toBe(3);
  });

  it('answers 501 to a call that it does not know, and remembers it', async () => {
    const sim = await openSim();
    const answer = await ask(sim, 'GET /guilds/1/soundboard-sounds');
    expect(answer.status).toBe(501);
    expect(answer.get('message')).toContain('GET /v10/guilds/1/soundboard-sounds');
    expect(sim.unknownCalls).toHaveLength(1);
  });

  it('shuts the door after 10,000 invalid requests, for ten minutes', async () => {
    const sim = await openSim();
    for (let count = 0; count < 10_000; count++) sim.discord.limits.countInvalid('127.0.0.1');
    expect((await ask(sim, 'GET /users/@me')).status).toBe(403);
    sim.clock.advance(600_001);
    expect((await ask(sim, 'GET /users/@me')).status).toBe(200);
  });
});

describe('permissions', () => {
  it('asks for the right to see (50001) and to write (50013), in the order of the overwrites', async () => {
    const sim = await openSim();
    const general = channel(sim);
    forbid(general, Bit.SEND_MESSAGES);
    expect((await ask(sim, messages(general.id), { content: 'x' })).get('code')).toBe(50013);
    forbid(channel(sim, 'memes'), Bit.VIEW_CHANNEL);
    expect((await ask(sim, messages(channel(sim, 'memes').id), { content: 'x' })).get('code')).toBe(50001);
    // A member's own overwrite takes precedence over a role's.
    general.permission_overwrites = [
      { id: server(sim).id, type: 0, allow: '0', deny: `${Bit.SEND_MESSAGES}` },
      { id: APPLICATION_ID, type: 1, allow: `${Bit.SEND_MESSAGES}`, deny: '0' },
    ];
    expect((await ask(sim, messages(general.id), { content: 'x' })).status).toBe(200);
  });

  it('gives roles only from above, and never managed ones', async () => {
    const sim = await openSim();
    const { id } = server(sim);
    const give = (role: string) => ask(sim, `PUT /guilds/${id}/members/${personOf(sim)}/roles/${role}`);
    expect((await give(roleId(sim, 'Live now'))).status).toBe(204);
    expect(server(sim).members.get(personOf(sim))?.roles).toContain(roleId(sim, 'Live now'));
    expect((await give(roleId(sim, 'Admin'))).get('code')).toBe(50013);
    expect((await give(roleId(sim, 'Tally'))).get('code')).toBe(50028);
    expect((await give('12345678')).get('code')).toBe(10011);
  });

  it('judges two roles at one position by their age', async () => {
    const sim = await openSim();
    const guild = server(sim);
    const own = guild.roles.get(roleId(sim, 'Tally'));
    const other = guild.roles.get(roleId(sim, 'VIP'));
    if (!own || !other) throw new Error('The seed has changed');
    // VIP is older (smaller id) than the bot's role, so it ranks higher at the same position.
    other.position = own.position;
    const answer = await ask(sim, `PUT /guilds/${guild.id}/members/${personOf(sim)}/roles/${other.id}`);
    expect(answer.get('code')).toBe(50013);
  });
});

describe('messages', () => {
  it('refuses values that are too long, empty, or invalid in the published specification', async () => {
    const sim = await openSim({ limits: false });
    const to = messages(channel(sim).id);
    expect((await ask(sim, to, { content: 'x'.repeat(2001) })).get('errors.content._errors.0.code')).toBe(
      'BASE_TYPE_MAX_LENGTH',
    );
    expect((await ask(sim, to, { content: '😀'.repeat(2000) })).status).toBe(200);
    expect((await ask(sim, to, {})).get('code')).toBe(50006);
    const long = { description: 'x'.repeat(3001) };
    expect((await ask(sim, to, { embeds: [long, long] })).get('errors.embeds._errors.0.code')).toBe(
      'MAX_EMBED_SIZE_EXCEEDED',
    );
    const button = { type: 2, style: 1, label: 'x'.repeat(81), custom_id: 'a' };
    const row = await ask(sim, to, { components: [{ type: 1, components: [button] }] });
    expect(row.get('errors.components.0.components.0.label._errors.0.code')).toBe('BASE_TYPE_MAX_LENGTH');
    const twice = { ...button, label: 'a' };
    expect((await ask(sim, to, { components: [{ type: 1, components: [twice, twice] }] })).get('code')).toBe(50035);
  });

  it('an earlier good value excuses neither another field nor a missing one', async () => {
    const sim = await openSim({ limits: false });
    const to = messages(channel(sim).id);
    const embeds = [{ title: 'Live', image: { url: 'https://example.test/a.png' } }];
    const [first, second] = [await ask(sim, to, { embeds }), await ask(sim, to, { embeds, nonce: 'a' })];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await ask(sim, to, { embeds, nonce: 'x'.repeat(26) })).get('errors.nonce._errors.0.code')).toBe(
      'BASE_TYPE_MAX_LENGTH',
    );
    expect((await ask(sim, to, { embeds, tts: 'yes' })).get('code')).toBe(50035);
    expect((await ask(sim, to, { content: 'x', components: embeds })).get('code')).toBe(50035);
    const bad = [{ title: 'x'.repeat(257) }];
    expect((await ask(sim, to, { embeds: bad })).get('errors.embeds.0.title._errors.0.code')).toBe(
      'BASE_TYPE_MAX_LENGTH',
    );
    const make = (body: unknown) => ask(sim, `POST /guilds/${server(sim).id}/channels`, body);
    expect((await make({ name: 'more' })).status).toBe(201);
    expect((await make({ topic: 'more' })).get('errors.name._errors.0.code')).toBe('BASE_TYPE_REQUIRED');
    // Both messages have equal embeds, but separate copies.
    await ask(sim, `PATCH /channels/${channel(sim).id}/messages/${String(first.get('id'))}`, {
      embeds: [{ title: 'Over' }],
    });
    const titles = [first, second].map((sent) => channel(sim).messages.get(String(sent.get('id')))?.embeds);
    expect(titles).toMatchObject([[{ title: 'Over' }], [{ title: 'Live', type: 'rich', image: { width: 1280 } }]]);
  });

  it('with components v2 knows no content and at most 4,000 letters of text', async () => {
    const sim = await openSim({ limits: false });
    const to = messages(channel(sim).id);
    const text = (content: string) => ({ type: 10, content });
    expect(
      (await ask(sim, to, { flags: 1 << 15, components: [{ type: 17, components: [text('hello')] }] })).status,
    ).toBe(200);
    expect((await ask(sim, to, { flags: 1 << 15, content: 'x', components: [text('hello')] })).get('code')).toBe(50035);
    expect(
      (await ask(sim, to, { flags: 1 << 15, components: [text('x'.repeat(2500)), text('x'.repeat(2500))] })).get(
        'code',
      ),
    ).toBe(50035);
    expect((await ask(sim, to, { components: [text('hello')] })).get('code')).toBe(50035);
  });

  it('sends once for one nonce within minutes, and again after them', async () => {
    const sim = await openSim();
    const send = () =>
      ask(sim, messages(channel(sim).id), { content: 'live', nonce: 'delivery-1', enforce_nonce: true });
    const [first, second] = [await send(), await send()];
    expect(second.status).toBe(200);
    expect(second.get('id')).toBe(first.get('id'));
    sim.clock.advance(5 * 60_000 + 1);
    expect((await send()).get('id')).not.toBe(first.get('id'));
    expect(channel(sim).order).toHaveLength(2);
    // Without enforce_nonce, the nonce has no effect.
    await ask(sim, messages(channel(sim).id), { content: 'live', nonce: 'delivery-1' });
    expect(channel(sim).order).toHaveLength(3);
  });

  it('pings only the people and roles in allowed_mentions', async () => {
    const sim = await openSim({ limits: false });
    const ping = roleId(sim, 'Live pings');
    const quiet = roleId(sim, 'VIP');
    const user = personOf(sim);
    const pinged = async (allowed: unknown) => {
      const content = `<@&${ping}> <@&${quiet}> <@${user}> @everyone`;
      const sent = await ask(sim, messages(channel(sim).id), {
        content,
        ...(allowed ? { allowed_mentions: allowed } : {}),
      });
      return channel(sim).messages.get(sent.text('id'))?.pinged;
    };
    expect(await pinged({ parse: [] })).toEqual({ everyone: false, roles: [], users: [] });
    expect(await pinged({ parse: [], roles: [ping] })).toEqual({ everyone: false, roles: [ping], users: [] });
    expect(await pinged(undefined)).toEqual({ everyone: true, roles: [ping, quiet], users: [user] });
    // Without MENTION_EVERYONE only roles that anyone may mention are pinged.
    forbid(channel(sim), Bit.MENTION_EVERYONE);
    expect(await pinged(undefined)).toEqual({ everyone: false, roles: [ping], users: [user] });
    const both = await ask(sim, messages(channel(sim).id), {
      content: 'x',
      allowed_mentions: { parse: ['roles'], roles: [ping] },
    });
    expect(both.get('code')).toBe(50035);
  });

  it('lists history backwards, after, before and around an id', async () => {
    const sim = await openSim({ limits: false });
    const ids: string[] = [];
    for (let index = 0; index < 6; index++)
      ids.push((await ask(sim, messages(channel(sim).id), { content: `${index}` })).text('id'));
    const list = async (query: string) => {
      const listed = await ask(sim, `GET /channels/${channel(sim).id}/messages?${query}`);
      return listed.pluck('content');
    };
    expect(await list('limit=2')).toEqual(['5', '4']);
    expect(await list(`limit=2&before=${ids[3]}`)).toEqual(['2', '1']);
    expect(await list(`limit=2&after=${ids[3]}`)).toEqual(['5', '4']);
    expect(await list(`limit=3&around=${ids[2]}`)).toEqual(['3', '2', '1']);
    forbid(channel(sim), Bit.READ_MESSAGE_HISTORY);
    expect(await list('limit=2')).toEqual([]);
  });

  it('publishes in announcement channels only, once per message and ten times an hour', async () => {
    const sim = await openSim();
    const news = channel(sim, 'announcements');
    const publish = (id: string) => ask(sim, `POST /channels/${news.id}/messages/${id}/crosspost`);
    const ids: string[] = [];
    for (let index = 0; index < 11; index++) {
      sim.clock.advance(6000);
      ids.push((await ask(sim, messages(news.id), { content: `${index}` })).text('id'));
    }
    expect((await publish(ids[0] ?? '')).status).toBe(200);
    expect((await publish(ids[0] ?? '')).get('code')).toBe(40033);
    sim.clock.advance(11_000);
    for (const id of ids.slice(1, 10)) await publish(id);
    sim.clock.advance(11_000);
    const last = await publish(ids[10] ?? '');
    expect(last.status).toBe(429);
    expect(Number(last.get('retry_after'))).toBeGreaterThan(3000);
  });
});

describe('limits', () => {
  it('shows the bucket in headers and answers the sixth message in five seconds with 429', async () => {
    const sim = await openSim();
    const send = () => ask(sim, messages(channel(sim).id), { content: 'x' });
    const first = await send();
    expect(first.headers.get('x-ratelimit-limit')).toBe('5');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('4');
    expect(Number(first.headers.get('x-ratelimit-reset-after'))).toBeLessThanOrEqual(5);
    for (let index = 0; index < 4; index++) await send();
    const sixth = await send();
    expect(sixth.status).toBe(429);
    expect(sixth.headers.get('x-ratelimit-scope')).toBe('user');
    expect(sixth.get('global')).toBe(false);
    sim.clock.advance(5001);
    expect((await send()).status).toBe(200);
    expect(sim.discord.stats.selfInflicted429).toBe(1);
  });

  it('counts fifty calls a second over all routes of one bot', async () => {
    const sim = await openSim();
    const channels = [...server(sim).channels.values()].filter(({ type }) => type === 0);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ask(sim, `GET /channels/${channels[index % channels.length]?.id}`)),
    );
    const global = answers.filter(({ headers }) => headers.get('x-ratelimit-global') === 'true');
    expect(global.length).toBeGreaterThanOrEqual(10);
    expect(global[0]?.headers.get('x-ratelimit-scope')).toBe('global');
    expect(global[0]?.get('global')).toBe(true);
  });

  it('lets a channel be renamed twice in ten minutes; other fields are free', async () => {
    const sim = await openSim();
    const change = (body: unknown) => ask(sim, `PATCH /channels/${channel(sim, 'off-topic').id}`, body);
    const { id } = channel(sim, 'off-topic');
    const rename = (name: string) => ask(sim, `PATCH /channels/${id}`, { name });
    expect((await change({ nsfw: true })).status).toBe(200);
    expect((await rename('viewers 1')).get('name')).toBe('viewers-1');
    expect((await rename('viewers 2')).status).toBe(200);
    const third = await rename('viewers 3');
    expect(third.status).toBe(429);
    expect(Number(third.get('retry_after'))).toBeGreaterThan(500);
    expect((await ask(sim, `PATCH /channels/${id}`, { nsfw: false })).status).toBe(200);
    sim.clock.advance(600_001);
    expect((await rename('viewers 3')).status).toBe(200);
  });

  it('webhooks: five in two seconds each, thirty a minute for the channel, and their own names', async () => {
    const sim = await openSim();
    const { id } = channel(sim);
    const make = async () => {
      const made = await ask(sim, `POST /channels/${id}/webhooks`, { name: 'Live' });
      return { id: made.text('id'), token: made.text('token') };
    };
    const hooks = [await make(), await make()];
    const say = (hook = hooks[0], body: unknown = { content: 'x' }) =>
      ask(sim, `POST /webhooks/${hook?.id}/${hook?.token}?wait=true`, body, { token: null });
    const named = await say(hooks[0], {
      content: 'hello',
      username: 'Robin',
      avatar_url: 'https://example.test/a.png',
    });
    expect(named.get('author.username')).toBe('Robin');
    expect((await say(hooks[0], { content: 'x', username: 'My Discord' })).get('code')).toBe(50035);
    for (let index = 0; index < 3; index++) await say();
    expect((await say()).status).toBe(429);
    expect((await say(hooks[1])).status).toBe(200);
    sim.clock.advance(2001);
    let sent = 5;
    for (; sent < 30; sent++) {
      sim.clock.advance(500);
      expect((await say(hooks[sent % 2])).status).toBe(200);
    }
    sim.clock.advance(2500);
    const over = await say();
    expect(over.status).toBe(429);
    expect(over.headers.get('x-ratelimit-scope')).toBe('shared');
    const gone = await ask(sim, `DELETE /webhooks/${hooks[0]?.id}/${hooks[0]?.token}`, undefined, { token: null });
    expect(gone.status).toBe(204);
    sim.clock.advance(60_000);
    expect((await say()).get('code')).toBe(10015);
    expect(
      (await ask(sim, `POST /webhooks/${hooks[1]?.id}/wrong`, { content: 'x' }, { token: null })).get('code'),
    ).toBe(50027);
  });
});

describe('emojis', () => {
  it('accepts pictures up to 262,144 bytes from members who may create expressions', async () => {
    const sim = await openSim({ limits: false });
    const to = `POST /guilds/${server(sim).id}/emojis`;
    const image = (size: number) => {
      const bytes = Buffer.alloc(size, 1);
      bytes.set(Buffer.from('89504e470d0a1a0a', 'hex'));
      return `data:image/png;base64,${bytes.toString('base64')}`;
    };
    const made = await ask(sim, to, { name: 'hype', image: image(262_144) });
    expect(made.status).toBe(201);
    const picture = await fetch(`${sim.url}/discord/cdn/emojis/${made.text('id')}.png`);
    expect((await picture.arrayBuffer()).byteLength).toBe(262_144);
    expect((await ask(sim, to, { name: 'big', image: image(262_145) })).get('code')).toBe(50138);
    await act(sim, 'react', {
      channel_id: channel(sim).id,
      message_id: (await ask(sim, messages(channel(sim).id), { content: 'x' })).get('id'),
      user_id: personOf(sim),
      emoji: `hype:${made.text('id')}`,
    });
    expect([...channel(sim).messages.values()][0]?.reactions[0]?.emoji.name).toBe('hype');
  });
});
