import { notifications, type Platform } from '@tally/contract';
import { minutes } from '@tally/kernel';
import { OFFLINE_GRACE_MS } from '@tally/pipeline/detection';
import { nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** Tests the messages in the channel when a stream ends or seems to end. Each test has its own room. */
let api: TestApi;
let token: string;
let room: string;

interface Shown {
  id: string;
  content: string;
  flags: number;
  author: { username: string };
  pinged: { roles: string[] };
  embeds: { title?: string; description?: string; author?: { name: string } }[];
  components: { components: { label?: string }[] }[];
}

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const act = (world: Platform, action: string, body: object) => api.sim.worlds.get(world)?.controls[action]?.(body);
const shown = async () => ((await discord('messages', { channel_id: room })) as { messages: Shown[] }).messages;
const buttons = ({ components }: Shown) => components.flatMap((row) => row.components.map((button) => button.label));
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });
/** Waits until the platform reports the channel as offline, or as live. */
const untilSilent = (who: string, isSilent: boolean) =>
  until(async () => {
    const { rows } = await api.ctx.db.execute(
      `select offline_since is not null as silent from stream_sessions join channels using (platform, channel_id)
        where ended_at is null and channels.name = '${who}'`,
    );
    expect(rows).toEqual([{ silent: isSilent }]);
  });

/** Moves the clock in one step, and waits until the platform was polled. */
async function sweptAfter(ms: number, who: string): Promise<void> {
  await api.pass(ms);
  await until(async () => {
    const now = api.clock.now().toISOString();
    const { rows } = await api.ctx.db.execute(`select 1 from channels where name = '${who}' and asked_at = '${now}'`);
    expect(rows).not.toEqual([]);
  });
}

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
});
afterAll(() => api.close());
beforeEach(async () => {
  room = ((await discord('add-channel', { guild_id: nightCity, name: 'alerts' })) as { id: string }).id;
});

async function follow(platform: Platform, streamer: string, settings: object = {}): Promise<void> {
  const body = { notificationChannelId: room, ...settings } as never;
  const params = { guildId: nightCity, platform, streamer };
  const answer = await api.call(notifications.addStreamer, { params, query: {}, body }, token);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
}

const only = async (): Promise<Shown> => {
  const [message, ...others] = await shown();
  expect(others).toEqual([]);
  if (!message) throw new Error('nothing stands there');
  return message;
};

/** Runs a stream from its start to its end card. `meanwhile` runs while the message shows "live". */
async function streamOnce(who: string, meanwhile: (message: Shown) => void = () => undefined) {
  act('kick', 'go-live', { who, title: 'The long evening' });
  const before = await until(only);
  meanwhile(before);
  const standing = await only();
  act('kick', 'end', { who });
  await untilSilent(who, true);
  await api.pass(OFFLINE_GRACE_MS);
  const after = await until(async () => {
    const message = await only();
    expect(message).not.toMatchObject({ content: standing.content, embeds: standing.embeds });
    return message;
  });
  return { before, after };
}

const embed = { title: '{title}', description: '{streamer} is live', fields: [{ name: 'Words of old', value: '1' }] };
const watch = { title: 'Words of old', url: '{url}' };

describe('an end card replaces the whole live message', () => {
  it('that was a sentence of the owner and a button', async () => {
    const live = { type: 'kickLive', content: '{streamer} is live: {title}', buttons: [watch] };
    await follow('kick', 'xqc', { customMessages: [live] });
    const { before, after } = await streamOnce('xqc');
    expect([before.content, buttons(before)]).toEqual(['xqc is live: The long evening', ['Words of old']]);
    expect(after).toMatchObject({ content: '', embeds: [{ description: 'xqc was live' }] });
    expect(buttons(after)).toEqual(['Open channel']);
  });

  it('that was an embed, with one sentence', async () => {
    const live = { type: 'kickLive', content: 'is live', embed, buttons: [watch] };
    const offline = { type: 'kickOffline', content: 'Good night from {streamer}' };
    await follow('kick', 'nordwind', { customMessages: [live, offline] });
    const { before, after } = await streamOnce('nordwind');
    expect(before.embeds).toMatchObject([{ description: 'Nordwind is live' }]);
    expect(after).toMatchObject({ content: 'Good night from Nordwind', embeds: [] });
    expect(buttons(after)).toEqual(['Open channel']);
  });

  it('that had another name and picture', async () => {
    const webhook = { enabled: true, username: 'Herald' };
    await follow('kick', 'kettlecorn', { customMessages: [{ type: 'kickLive', content: 'is live', embed, webhook }] });
    const { before, after } = await streamOnce('kettlecorn');
    expect(before).toMatchObject({ content: 'is live', author: { username: 'Herald' } });
    expect(after).toMatchObject({ id: before.id, content: '', embeds: [{ description: 'kettlecorn was live' }] });
    expect(JSON.stringify([after.embeds, after.components])).not.toContain('Words of old');
  });

  it('of which a moderator had hidden the embed: no empty message is left', async () => {
    await follow('kick', 'ridgewalker', { customMessages: [{ type: 'kickLive', content: 'is live', embed }] });
    const hide = ({ id }: Shown) => {
      const message = api.sim.discord.state.channels.get(room)?.messages.get(id);
      if (message) message.flags |= 4;
    };
    const { after } = await streamOnce('ridgewalker', hide);
    expect(after).toMatchObject({ content: '', flags: 0, embeds: [{ description: 'Ridgewalker was live' }] });
  });
});

describe('a stream that drops and returns as another one within the grace', () => {
  const title = 'Through the night';

  /** Stops polls and pushes for 70 minutes, so the sweep sees the stream first. Returns the messages then. */
  async function afterAnOutage(platform: Platform, who: string): Promise<Shown[]> {
    await sweptAfter(minutes(70), who);
    act(platform, 'change-title', { who, title: 'Until the morning' });
    return await until(async () => {
      const messages = await shown();
      expect(messages.map((each) => each.embeds[0]?.title)).toContain('Until the morning');
      return messages;
    });
  }
  const stillLive = ({ id }: Shown) => [{ id, content: expect.stringContaining('is live') }];

  it('announced by a push, is neither ended nor announced again after the server was away', async () => {
    const who = 'trainwreckstv';
    await follow('kick', who);
    act('kick', 'go-live', { who, title });
    const message = await until(only);
    await sweptAfter(minutes(1), who);
    act('kick', 'trouble', { kind: 'outage', minutes: 60 });
    act('kick', 'end', { who });
    await untilSilent(who, true);
    await api.pass(minutes(3));
    act('kick', 'go-live', { who, title });
    await untilSilent(who, false);
    act('kick', 'calm', {});
    await sweptAfter(minutes(5), who);
    expect(await afterAnOutage('kick', who)).toMatchObject(stillLive(message));
  });

  it.each([
    ['kick', 'lumi-vale'],
    ['twitch', 'hinata_kobo'],
  ] as const)('is neither ended nor announced again if no one noticed it on %s', async (platform, who) => {
    await follow(platform, who);
    act(platform, 'go-live', { who, title });
    const message = await until(only);
    await sweptAfter(minutes(1), who);
    act(platform, 'webhooks', { do: 'lose', next: 10 });
    act(platform, 'end', { who });
    api.clock.move(minutes(3));
    act(platform, 'go-live', { who, title });
    act(platform, 'calm', {});
    await sweptAfter(minutes(1), who);
    expect(await afterAnOutage(platform, who)).toMatchObject(stillLive(message));
  });
});

describe('a stream that starts two minutes after the former one ended', () => {
  const pings = (messages: readonly Shown[]) => messages.map(({ pinged }) => pinged.roles.length);
  const cards = (messages: readonly Shown[]) =>
    messages.map(({ content, embeds }) => `${content} ${embeds[0]?.description ?? ''}`);

  /** Runs a stream of two hours, so the cooldown has passed when the next one starts. */
  async function streamAndEnd(who: string, offlineGraceMinutes: number): Promise<Shown> {
    const role = (await discord('add-role', { guild_id: nightCity, name: who, mentionable: true })) as { id: string };
    await follow('twitch', who, { offlineGraceMinutes, pingRoleId: role.id, customCoolDownBeforeNextLive: 60 });
    act('twitch', 'go-live', { who, title: 'First' });
    const message = await until(only);
    await sweptAfter(minutes(120), who);
    act('twitch', 'end', { who });
    await untilSilent(who, true);
    return message;
  }
  const chooseRoom = async (streamer: string): Promise<string> => {
    const { id } = (await discord('add-channel', { guild_id: nightCity, name: 'other-alerts' })) as { id: string };
    const params = { guildId: nightCity, platform: 'twitch' as const, streamer };
    const body = { notificationChannelId: id } as never;
    expect((await api.call(notifications.updateStreamer, { params, query: {}, body }, token)).status).toBe(200);
    return id;
  };

  it('has its own message, with its ping, in the present channel where a stream counts as ended at once', async () => {
    const who = 'marlow_keys';
    const { id } = await streamAndEnd(who, 0);
    await until(async () => expect(cards(await shown())).toEqual([expect.stringContaining('was live')]));
    const former = room;
    room = await chooseRoom(who);
    await api.pass(minutes(2));
    act('twitch', 'go-live', { who, title: 'Second' });
    const second = await until(only);
    expect([second.id === id, pings([second]), second.embeds[0]?.title]).toEqual([false, [1], 'Second']);

    // Each message keeps its own text until the end.
    act('twitch', 'end', { who });
    await untilSilent(who, true);
    await until(async () => expect(cards(await shown())).toEqual([expect.stringContaining('was live')]));
    room = former;
    expect(cards(await shown())).toEqual([expect.stringContaining('was live')]);
    const first = await only();
    expect(JSON.stringify(first)).toContain('2h');
  });

  it('continues the message where the grace is ten minutes', async () => {
    const who = 'tinwhistler';
    const { id } = await streamAndEnd(who, 10);
    await api.pass(minutes(2));
    act('twitch', 'go-live', { who, title: 'Second' });
    await until(async () => expect(await only()).toMatchObject({ id, embeds: [{ title: 'Second' }] }));
    act('twitch', 'end', { who });
    await untilSilent(who, true);
    await api.pass(minutes(10));
    await until(async () => expect(cards([await only()])).toEqual([expect.stringContaining('was live')]));
  });
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));
