import { ChannelId, notifications, ServerId } from '@tally/contract';
import { type Clusters, findServerStates } from '@tally/discord/gateway';
import { sql } from '@tally/infra/sql';
import { seconds } from '@tally/kernel';
import { demoUser, type TestApi, testApi } from '@tally/tests/api';
import { connectGateway } from '@tally/tests/gateway';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/**
 * One stream for fifty servers, some of which have closed their channel to the bot. The simulated Discord counts the
 * requests.
 */
const FOLLOWERS = 50;
const SERVERS = 2 * FOLLOWERS;
const CLOSED = 8;
const bot = '900000000000000001';
const patience = { timeout: 30_000, interval: 50 };

let api: TestApi;
let gateway: Clusters;
interface Place {
  readonly serverId: ServerId;
  readonly channelId: ChannelId;
}
const places: Place[] = [];

const discord = async (action: string, body: object) => await api.sim.discord.controls[action]?.(body);
const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);
const states = async () =>
  await findServerStates(
    api.ctx.db,
    places.map(({ serverId }) => serverId),
  );
const noMessages = { id: bot, type: 1, allow: '0', deny: String(1n << 11n) } as const;

/** Lets every server follow the streamer, each in its own channel. */
async function follow(streamer: string, [first, ...others]: readonly Place[]): Promise<void> {
  if (!first) throw new Error('nobody follows');
  const params = { guildId: first.serverId, platform: 'kick', streamer } as const;
  const body = { notificationChannelId: first.channelId } as never;
  await api.call(notifications.addStreamer, { params, query: {}, body }, await api.logIn());
  await api.ctx.db.execute(sql`
    insert into streamers (id, server_id, platform, channel_id, name, settings, added_at, changed_at)
    select gen_random_uuid(), n."serverId", s.platform, s.channel_id, s.name,
           s.settings || jsonb_build_object('notificationChannelId', n."channelId"), s.added_at, s.changed_at
      from streamers s, jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as n("serverId" text, "channelId" text)
     where s.name = ${streamer}`);
}

/** Starts a stream. Resolves when every server has the message, or a reason in its journal. */
async function announce(streamer: string, { open, closed }: Record<'open' | 'closed', readonly Place[]>) {
  const sizes = () => open.map(({ channelId }) => api.sim.discord.state.channels.get(channelId)?.messages.size ?? 0);
  const before = sizes();
  api.sim.discord.state.requests.length = 0;
  kick('go-live', { who: streamer, title: 'Hello' });
  await vi.waitFor(async () => {
    await api.pass(seconds(4));
    expect(sizes()).toEqual(before.map((size) => size + 1));
    const { rows } = await api.ctx.db.execute<{ server_id: string; missing_permissions: string[] }>(
      sql`select server_id, missing_permissions from error_logs where details ->> 'place' = '#alerts'`,
    );
    const told = new Map(rows.map((row) => [row.server_id, row.missing_permissions]));
    expect(closed.map(({ serverId }) => told.get(serverId))).toEqual(closed.map(() => ['EmbedLinks', 'SendMessages']));
  }, patience);
}

/** Returns the requests that Discord received before and after the last message was posted. */
function questions() {
  const { requests } = api.sim.discord.state;
  const last = requests.findLastIndex(({ method, path }) => method === 'POST' && path.endsWith('/messages'));
  const asked = (part: typeof requests) => part.filter(({ method }) => method === 'GET').map(({ path }) => path);
  return { before: asked(requests.slice(0, last)), after: asked(requests.slice(last)) };
}

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited', CALLS_PER_SECOND: '10' } });
  for (let index = 0; index < SERVERS; index += 1) {
    const { id } = (await discord('add-guild', { name: `Server ${index}`, owner_id: demoUser })) as { id: string };
    await discord('invite-bot', { guild_id: id });
    const channel = (await discord('add-channel', { guild_id: id, name: 'alerts' })) as { id: string };
    places.push({ serverId: ServerId.parse(id), channelId: ChannelId.parse(channel.id) });
  }
  gateway = await connectGateway(api);
  await vi.waitFor(async () => {
    if ((await states()).size < SERVERS) throw new Error('not all servers are known yet');
  }, patience);
});
afterAll(async () => {
  await gateway?.stop();
  await api?.close();
});

it('facts that the gateway has sent are not asked for', async () => {
  const some = places.slice(0, FOLLOWERS);
  const [closed, open] = [some.slice(0, CLOSED), some.slice(CLOSED)];
  await follow('xqc', some);
  for (const { channelId } of closed)
    await discord('change-channel', { channel_id: channelId, permission_overwrites: [noMessages] });
  await vi.waitFor(async () => {
    const known = await states();
    const overwrites = closed.map((at) => known.get(at.serverId)?.channels.get(at.channelId)?.overwrites.length);
    expect(overwrites).toEqual(closed.map(() => 1));
  }, patience);
  await announce('xqc', { open, closed });
  expect(questions()).toEqual({ before: [], after: [] });
});

it('facts that it has not sent yet are asked for once per server, after the messages', async () => {
  const others = places.slice(FOLLOWERS);
  const [closed, open] = [others.slice(0, CLOSED), others.slice(CLOSED)];
  await follow('trainwreckstv', others);
  for (const { channelId } of closed)
    api.sim.discord.state.channels.get(channelId)?.permission_overwrites.push(noMessages);
  await announce('trainwreckstv', { open, closed });
  const { before, after } = questions();
  expect(before).toEqual([]);
  expect(after.toSorted()).toEqual(closed.map(({ serverId }) => `/guilds/${serverId}/channels`).toSorted());
});
