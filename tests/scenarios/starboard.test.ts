import { ChannelId, starboard, stickyMessage } from '@tally/contract';
import { type Clusters, createClusters } from '@tally/discord/gateway';
import { features } from '@tally/features/registry';
import { seconds, silentLog } from '@tally/kernel';
import { demoUser, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** People star a message and talk where a sticky stands; all of it seen in the simulated channels. */
let api: TestApi;
let gateway: Clusters;
let token: string;
let talk: ChannelId;
let board: ChannelId;
let people: string[];

const patience = { timeout: 20_000, interval: 50 };
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const inServer = { params: { guildId: nightCity } };
const standing = (channel: string) =>
  [...(api.sim.discord.state.channels.get(channel)?.messages.values() ?? [])].map((message) => ({
    id: message.id,
    content: message.content,
  }));
const connect = async () => {
  gateway = createClusters({
    db: api.ctx.db,
    discord: api.ctx.discord,
    token: 'sim-bot-token',
    listeners: features.flatMap((each) => each.gateway ?? []),
    shardCount: 1,
    shardsPerCluster: 1,
    saveEveryMs: 50,
    makeCtx: () => api.ctx,
    log: silentLog,
  });
  await gateway.start();
  await vi.waitFor(() => expect(gateway.list()[0]?.shards[0]?.status).toBe('ready'), { timeout: 20_000 });
};
/** What is queued for later comes due. */
const until = async (check: () => void) =>
  await vi.waitFor(() => {
    api.clock.move(seconds(1));
    check();
  }, patience);

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  token = await api.logIn();
  const made = async (name: string) =>
    ChannelId.parse(((await discord('add-channel', { guild_id: nightCity, name })) as { id: string }).id);
  [talk, board] = await Promise.all([made('talk'), made('stars')]);
  people = Array.from({ length: 10 }, (_, place) => {
    const { id } = discord('add-user', { username: `fan${place}` }) as { id: string };
    discord('join', { guild_id: nightCity, user_id: id });
    return id;
  });
  await connect();
});
afterAll(async () => {
  await gateway.stop();
  await api.close();
});

describe('a starboard and a sticky message', () => {
  it('ten accounts star at once: one post; stars given while the bot was away are counted when it is back', async () => {
    const body = { channelId: board, threshold: 3, deleteIfLost: true } as never;
    expect((await api.call(starboard.addStarboard, { ...inServer, body }, token)).status).toBe(200);
    const said = { channel_id: talk, user_id: demoUser, content: 'We **won** @everyone' };
    const { id } = discord('say', said) as { id: string };
    const react = (user_id: string) => discord('react', { channel_id: talk, message_id: id, user_id, emoji: '⭐' });
    for (const person of people.slice(0, 9)) react(person);
    await until(() => expect(standing(board).map((each) => each.content)).toEqual([`⭐ **9** · <#${talk}>`]));
    await gateway.stop();
    react(people[9] as string);
    await connect();
    await until(() => expect(standing(board).map((each) => each.content)).toEqual([`⭐ **10** · <#${talk}>`]));
    const [post] = api.sim.discord.state.channels.get(board)?.messages.values() ?? [];
    expect(post?.pinged).toMatchObject({ everyone: false });
    discord('delete', { channel_id: talk, message_id: id });
    await until(() => expect(standing(board)).toEqual([]));
  });

  it('a sticky stays below what people write', async () => {
    const body = { channelId: talk, content: 'Read the rules' } as never;
    expect((await api.call(stickyMessage.saveSticky, { ...inServer, query: {}, body }, token)).status).toBe(200);
    await until(() => expect(standing(talk).at(-1)?.content).toBe('Read the rules'));
    for (const user_id of people) discord('say', { channel_id: talk, user_id, content: 'hello' });
    await until(() => {
      const contents = standing(talk).map((each) => each.content);
      expect([contents.at(-1), contents.filter((each) => each === 'Read the rules').length]).toEqual([
        'Read the rules',
        1,
      ]);
    });
  });
});
