import { account, birthday, type GuildPatch, serverParts, servers } from '@tally/contract';
import { features } from '@tally/features/registry';
import { memberCame, memberChanged, memberLeft } from '../../packages/features/src/welcome-leave/service/arrive.ts';
import { type Answer, demoUser, nightCity, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** Greetings, seen from the channel of a server. */
let api: TestApi;
let token: string;
let hall: string;
let role: string;

interface Shown {
  content: string;
  attachments: { filename: string }[];
  pinged: { users: string[] };
  components: unknown[];
}

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const inServer = { params: { guildId: nightCity } };
const shown = async () => ((await discord('messages', { channel_id: hall })) as { messages: Shown[] }).messages;
const about = async (words: string) => (await shown()).filter((message) => message.content.includes(words));
const ok = (answer: Answer) => expect([answer.status, answer.json.error]).toEqual([200, undefined]);
const change = async (body: GuildPatch) => ok(await api.call(servers.updateServer, { ...inServer, body }, token));
const say = (body: object) =>
  api.call(account.updateUser, { params: { userId: demoUser as never }, body: { birthday: body } as never }, token);

/** The job that otherwise comes every minute. */
async function keepDays(): Promise<void> {
  const job = features.flatMap((feature) => feature.jobs ?? []).find((each) => each.name === 'birthday/keep-days');
  await job?.run(api.ctx, {}, { jobId: 'test', attempt: 1, signal: new AbortController().signal });
}

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  const made = async (action: string, body: object) =>
    ((await discord(action, { guild_id: nightCity, ...body })) as { id: string }).id;
  hall = await made('add-channel', { name: 'hall' });
  role = await made('add-role', { name: 'Cake', position: 1 });
});
afterAll(() => api.close());
// The clock runs ahead by months, and sessions end with it.
beforeEach(async () => {
  token = await api.logIn();
});

describe('a birthday', () => {
  it('is congratulated exactly once, at midnight of the zone, with the role for the day, under any clock', async () => {
    await change({ birthdayEnabled: true, birthdayChannelId: hall as never, birthdayRoleId: role as never });
    ok(await say({ date: '03/14', timeZone: 'America/Havana', whereToCongratulate: [nightCity] }));
    expect((await say({ date: '03/15' })).json).toMatchObject({ status: 409, code: 'birthdayIsSaid' });
    const upcoming = await api.call(birthday.listUpcoming, { ...inServer, query: {} }, token);
    expect(upcoming.json.data).toMatchObject([{ userId: demoUser, date: '2026-03-14' }]);

    const holds = async () =>
      (await api.ctx.discord.members.get({ serverId: nightCity, userId: demoUser as never })).roleIds.includes(
        role as never,
      );
    const at = async (moment: string) => {
      api.clock.set(new Date(moment));
      await Promise.all([keepDays(), keepDays()]);
    };
    await at('2026-03-14T03:59:59Z');
    expect([await about(demoUser), await holds()]).toEqual([[], false]);
    await at('2026-03-14T04:00:00Z');
    await vi.waitFor(async () => expect(await about(demoUser)).toHaveLength(1), 20_000);
    expect([(await about(demoUser))[0]?.pinged.users, await holds()]).toEqual([[], true]);
    for (const moment of ['2026-03-14T20:00:00Z', '2026-03-14T04:00:00Z', '2026-03-15T03:59:00Z']) await at(moment);
    expect(await holds()).toBe(true);
    await at('2026-03-15T04:00:00Z');
    expect([(await about(demoUser)).length, await holds()]).toEqual([1, false]);
  });

  it('can be tried, and asked for with a panel, and the answer says what became of it', async () => {
    const test = await api.call(serverParts.testGreeting, { params: { guildId: nightCity, type: 'birthday' } }, token);
    expect(test.json).toMatchObject({ status: 200, data: expect.stringContaining('pinged nobody') });
    const panel = { params: { guildId: nightCity, panel: 'birthday' as const }, query: {}, body: {} };
    expect((await api.call(serverParts.postPanel, panel, token)).json.data).toContain('panel stands in');
    expect((await shown())[0]?.components).toHaveLength(1);
  });
});

describe('somebody who comes', () => {
  it('is greeted with a card after the rules, once, and missed when they go', async () => {
    await change({
      welcomeEnabled: true,
      welcomeChannelId: hall as never,
      welcomeCard: true,
      welcomeTrigger: 'screening',
      welcomeRoleId: role as never,
      leaveEnabled: true,
      leaveChannelId: hall as never,
    });
    const { id } = (await discord('add-user', { username: 'nova', global_name: 'نوفا 🎉' })) as { id: string };
    const joined = (await discord('join', { guild_id: nightCity, user_id: id })) as object;
    const member = await api.ctx.discord.members.get({ serverId: nightCity, userId: id as never });
    expect(joined).toBeDefined();
    await memberCame(api.ctx, { serverId: nightCity, member: { ...member, isPending: true } });
    await memberChanged(api.ctx, { serverId: nightCity, member: { ...member, isPending: true } });
    expect(await about(id)).toEqual([]);
    await memberChanged(api.ctx, { serverId: nightCity, member });
    await memberCame(api.ctx, { serverId: nightCity, member });
    await vi.waitFor(async () => expect(await about(id)).toHaveLength(1), 20_000);
    expect((await about(id))[0]).toMatchObject({ attachments: [{ filename: 'card.png' }], pinged: { users: [] } });
    const holds = async () =>
      (await api.ctx.discord.members.get({ serverId: nightCity, userId: id as never })).roleIds.includes(role as never);
    await vi.waitFor(async () => expect(await holds()).toBe(true), 20_000);
    const user = member.user;
    if (user) for (let n = 0; n < 2; n += 1) await memberLeft(api.ctx, { serverId: nightCity, user });
    await vi.waitFor(async () => expect(await about('نوفا')).toHaveLength(1), 20_000);
  });
});
