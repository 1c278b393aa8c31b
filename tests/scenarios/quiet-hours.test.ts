import { ChannelId, errorLogs, type JournalRow, notifications, servers } from '@tally/contract';
import { type Clusters, findServerStates } from '@tally/discord/gateway';
import { days, minutes, seconds } from '@tally/kernel';
import { missingIn } from '@tally/pipeline/delivery';
import { type Answer, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { connectGateway } from '@tally/tests/gateway';
import { runJob } from '@tally/tests/jobs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** A digest that cannot be posted is kept, and posted once when that is possible. */
let api: TestApi;
let gateway: Clusters;
let token: string;
let room: ChannelId;
let name: string;
let count = 0;

const us = '900000000000000001';
const embedLinks = 1n << 14n;
const patience = { timeout: 60_000, interval: 50 };
const inServer = { params: { guildId: nightCity } };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);
const ok = (answer: Answer) => expect([answer.status, answer.json.error]).toEqual([200, undefined]);
const refusals = () => api.sim.discord.state.requests.filter(({ status }) => status === 403 || status === 404).length;
/** Returns the messages about this test's streamer in a channel. */
const told = (channel: ChannelId = room) =>
  [...(api.sim.discord.state.channels.get(channel)?.messages.values() ?? [])].filter((message) =>
    JSON.stringify(message).includes(name),
  );
const makeRoom = async () =>
  ChannelId.parse(
    ((await discord('add-channel', { guild_id: nightCity, name: `alerts-${count}` })) as { id: string }).id,
  );

const streamer = () => ({ ...inServer.params, platform: 'kick', streamer: name }) as const;
const journal = async (kind: string): Promise<JournalRow | undefined> => {
  const query = { platform: 'kick', streamer: name } as const;
  const answer = await api.call(notifications.listJournal, { ...inServer, query }, token);
  const { rows } = answer.json.data as { rows: JournalRow[] };
  expect(rows.filter((row) => row.kind === kind).length).toBeLessThan(3);
  return rows.find((row) => row.kind === kind);
};
const live = async () => (await api.call(notifications.listLive, inServer, token)).json.data;
const openTrouble = async () => {
  const answer = await api.call(errorLogs.listErrors, { ...inServer, query: {} }, token);
  const rows = answer.json.data as { message: string; solvedTime: number | null; action: object | null }[];
  return rows
    .filter(({ solvedTime }) => solvedTime === null)
    .map(({ message, action }) => ({ message: message.replaceAll(room, 'room'), action }));
};
const deny = (bits: bigint) =>
  discord('change-channel', {
    channel_id: room,
    permission_overwrites: [{ id: us, type: 1, allow: '0', deny: String(bits) }],
  });
/** Waits until the worker can read the state that the bot's process has saved. Null: the channel does not exist. */
const saved = async (missing: readonly string[] | null) => {
  await vi.waitFor(async () => {
    const state = (await findServerStates(api.ctx.db, [nightCity])).get(nightCity);
    expect(state && missingIn(api.ctx, state, room)).toEqual(missing);
  }, patience);
  // Waits, because permissions are cached for two seconds.
  await api.pass(seconds(3));
};
/** Runs the job that normally runs every minute. */
const minute = async () => await runJob(api.ctx, 'overrides/end-quiet-hours');

async function goLiveInTheNight(title: string): Promise<void> {
  const at = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString().slice(11, 16);
  const quietHours = { enabled: true, timeZone: 'UTC', from: at(-minutes(10)), until: at(minutes(20)), mode: 'digest' };
  ok(await api.call(servers.updateServer, { ...inServer, body: { quietHours } as never }, token));
  kick('go-live', { who: name, title });
  await vi.waitFor(async () => expect((await journal('live'))?.reason).toBe('quietHours'), patience);
}

async function untilFailed(reason: string): Promise<JournalRow> {
  return await vi.waitFor(async () => {
    // A permission counts as missing after two checks, some seconds apart.
    await api.pass(seconds(4));
    const digest = await journal('digest');
    expect([digest?.outcome, digest?.reason]).toEqual(['failed', reason]);
    return digest as JournalRow;
  }, patience);
}

const untilTold = async (channel: ChannelId = room) => {
  await vi.waitFor(async () => {
    await api.pass(seconds(4));
    await minute();
    expect(told(channel)).toHaveLength(1);
    expect((await journal('live'))?.digest).toMatchObject({ isTold: true, isStopped: false });
  }, patience);
  for (let time = 0; time < 3; time += 1) {
    await api.pass(minutes(1));
    await minute();
  }
  expect(told(channel)).toHaveLength(1);
};

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  gateway = await connectGateway(api);
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});
beforeEach(async () => {
  count += 1;
  name = `owl${count}`;
  room = await makeRoom();
  await saved([]);
  kick('add-creator', { username: name });
  const body = { notificationChannelId: room } as never;
  ok(await api.call(notifications.addStreamer, { params: streamer(), query: {}, body }, token));
  ok(await api.call(errorLogs.clearErrors, inServer, token));
});
afterEach(async () => {
  ok(await api.call(notifications.removeStreamer, { params: streamer(), query: {} }, token));
});

describe('a digest that the bot may not post', () => {
  beforeEach(async () => {
    await goLiveInTheNight('Night shift');
    deny(embedLinks);
    await saved(['EmbedLinks']);
    await api.pass(minutes(22));
    await minute();
    await untilFailed('missingPermission');
  });

  it('notifies the owner of the fix, and is kept without asking Discord again', async () => {
    const message = `The bot lacks permissions in #alerts-${count}: Embed Links.`;
    const action = { kind: 'grantPermissions', path: null, targetId: room };
    await vi.waitFor(async () => expect(await openTrouble()).toEqual([{ message, action }]), patience);
    expect((await journal('live'))?.digest).toMatchObject({ isTold: false, isStopped: true });
    const before = refusals();
    for (let time = 0; time < 3; time += 1) {
      await api.pass(minutes(10));
      await minute();
    }
    expect([refusals(), told()]).toEqual([before, []]);
    expect(await untilFailed('missingPermission')).toMatchObject({ canBePosted: true });
  });

  it('is posted once when the permission is back, even days later, and shows who is still live', async () => {
    kick('end', { who: name });
    await vi.waitFor(async () => expect(await live()).toEqual([]), patience);
    await api.pass(days(2));
    deny(0n);
    await saved([]);
    await untilTold();
    const [digest] = told();
    const [embed] = (digest?.embeds ?? []) as { description?: string; footer?: { text: string } }[];
    expect(embed?.description).toMatch(/<t:\d+:f> · Night shift$/);
    expect(embed?.footer?.text).toBe('1 notification was held.');
    expect(await journal('digest')).toMatchObject({ canBePosted: false, messageId: digest?.id });
  });

  it('is posted by a press, too, once however often it is pressed', async () => {
    const { id: deliveryId } = await untilFailed('missingPermission');
    deny(0n);
    await saved([]);
    const press = async () =>
      await api.call(notifications.postNow, { params: { ...inServer.params, deliveryId } }, token);
    for (const answer of await Promise.all([press(), press()])) ok(answer);
    await untilTold();
    expect((await press()).json.data).toBe('It has already been posted or is on its way, so it was not sent twice.');
  });
});

it('a press does not post a message that quiet hours held, and the answer explains why', async () => {
  await goLiveInTheNight('Night shift');
  const deliveryId = (await journal('live'))?.id ?? '';
  const press = await api.call(notifications.postNow, { params: { ...inServer.params, deliveryId } }, token);
  expect([press.status, press.json.error]).toEqual([409, ['It arrived during quiet hours.']]);
  expect(told()).toEqual([]);
});

describe('a digest whose channel was deleted', () => {
  it('notifies the owner, and is posted in the streamer’s new channel', async () => {
    await goLiveInTheNight('Night shift');
    await discord('remove-channel', { channel_id: room });
    await saved(null);
    await api.pass(minutes(22));
    await minute();
    const { id: deliveryId } = await untilFailed('unknownChannel');
    await vi.waitFor(
      async () =>
        expect(await openTrouble()).toContainEqual({
          message: 'The channel for the quiet hours digest no longer exists.',
          action: { kind: 'chooseChannel', path: '/notifications', targetId: room },
        }),
      patience,
    );
    const press = await api.call(notifications.postNow, { params: { ...inServer.params, deliveryId } }, token);
    expect([press.status, press.json.error]).toEqual([409, ['The channel no longer exists.']]);
    const other = await makeRoom();
    const body = { notificationChannelId: other } as never;
    ok(await api.call(notifications.updateStreamer, { params: streamer(), query: {}, body }, token));
    await untilTold(other);
  });
});

it('nothing was asked of the outside world that it does not know', () => expect(api.sim.unknownCalls).toEqual([]));
