import { admin, notifications } from '@tally/contract';
import { sendCommands, sendEndpoint } from '@tally/server/boot/interactions';
import { demoUser, nightCity, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { createTypist, textOf } from '@tally/tests/typist';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

let api: TestApi;
let owner: string;
let room: string;
beforeAll(async () => {
  const env = { PLANS: 'unlimited', DISCORD_INTERACTIONS: 'http', OWNER_IDS: demoUser };
  api = await testApi({ isWorking: true, env });
  await api.ctx.db.execute(
    `insert into servers (id, name, member_count, joined_at) values ('${nightCity}', 'Night City', 20, now())`,
  );
  const channel = await api.sim.discord.controls['add-channel']?.({ guild_id: nightCity, name: 'news' });
  room = (channel as { id: string }).id;
  owner = await api.logIn(demoUser);
  await sendCommands(api.ctx);
  await sendEndpoint(api.ctx);
});
afterAll(() => api.close());

const read = async (query: { lookback?: number } = {}) => {
  await api.ctx.figures.write();
  await api.ctx.cache.forget('admin/rolled-up');
  const figures = await api.call(admin.getFigures, { query }, owner);
  const analytics = await api.call(admin.getAnalytics, { query }, owner);
  return { figures: figures.json.data as never, analytics: analytics.json.data as never };
};

it('counts commands, a press, a stream and first logins', async () => {
  const typist = createTypist(api, room);
  const options = { platform: 'kick', name: 'xqc', channel: room };
  expect(textOf(await typist.run('setup service', options, { userId: demoUser }))).toContain('now follows');
  await typist.run('setup view', {}, { userId: demoUser });
  await typist.run('setup view', {}, { userId: demoUser });
  await api.sim.worlds.get('kick')?.controls['go-live']?.({ who: 'xqc', title: 'Counted' });
  const query = { platform: 'kick', streamer: 'xqc' } as const;
  await vi.waitFor(async () => {
    const { json } = await api.call(notifications.listJournal, { params: { guildId: nightCity }, query }, owner);
    expect(json.data).toMatchObject({ rows: [{ outcome: expect.stringMatching(/posted|edited/) }] });
  }, 60_000);
  await api.logIn(somebodyElse);
  const { figures, analytics } = await read({ lookback: 1 });
  expect(figures).toMatchObject({
    totals: { posted: { now: 1, before: 0 }, commands: { now: 3, before: 0 }, peopleCame: { now: 2, before: 0 } },
    commands: [
      { name: '/setup view', now: 2, before: 0 },
      { name: '/setup service', now: 1, before: 0 },
    ],
    took: { now: { p50Ms: expect.any(Number) } },
  });
  const day = api.clock.now().toISOString().slice(0, 10);
  expect(analytics).toMatchObject({
    commands: { global: { daily: { [day]: 3 }, monthly: { [day.slice(0, 7)]: 3 } } },
    db: { totalUsers: 2, totalGuilds: 1, totalKickStreamers: 1, totalNotifications: 1 },
  });
});

it('only staff can see it, and a look-back must be one of the offered ones', async () => {
  const stranger = await api.logIn(somebodyElse);
  for (const path of ['/admin/figures', '/admin/analytics', '/admin/queues']) {
    expect((await api.request('GET', path, { token: stranger })).status).toBe(403);
    expect((await api.request('GET', path)).status).toBe(401);
  }
  for (const wrong of ['0', '731', 'NaN', '-1', '1.5', '1e3', '']) {
    const { status, json } = await api.request('GET', `/admin/figures?lookback=${wrong}`, { token: owner });
    expect([wrong, status, json.error]).toEqual([wrong, 400, expect.anything()]);
  }
  expect((await api.request('GET', '/admin/figures?lookback=730', { token: owner })).status).toBe(200);
});

it('shows waiting jobs', async () => {
  const { json } = await api.call(admin.listQueues, {}, owner);
  for (const line of json.data as { waiting: number; running: number; parked: number }[]) {
    expect(line.waiting + line.running + line.parked).toBeGreaterThan(0);
  }
});
