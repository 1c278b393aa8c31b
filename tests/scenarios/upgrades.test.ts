import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { migrate, type Session } from '@tally/infra/db';
import { minutes } from '@tally/kernel';
import { nightCity, testApi } from '@tally/tests/api';
import { seededRandom } from '@tally/tests/context';
import { testDb } from '@tally/tests/database';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Databases that earlier releases filled (`tests/upgrades/fill.ts`) are opened by this one while a stream runs. */
const folder = new URL('../upgrades/', import.meta.url);
const releases = readdirSync(folder).filter((name) => name.endsWith('.sql.gz'));

/** Migrations and starts write these tables themselves. */
const ours = new Set(['schema_migrations', 'plans', 'plan_limits', 'plan_addons']);

async function countRows(session: Session): Promise<Map<string, number>> {
  const { rows: tables } = await session.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  const counts = new Map<string, number>();
  for (const { name } of tables.filter(({ name }) => !ours.has(name))) {
    const { rows } = await session.query<{ count: string }>(`select count(*) from "${name}"`);
    if (Number(rows[0]?.count) > 0) counts.set(name, Number(rows[0]?.count));
  }
  return counts;
}

test.each(releases)('%s: every row stays, and the running stream gets no second message', async (release) => {
  const sql = gunzipSync(readFileSync(new URL(release, folder))).toString();
  const database = await testDb({ sql });
  onTestFinished(() => database.close());
  const before = await database.session(countRows);
  await migrate(database);
  const after = await database.session(countRows);
  const lost = [...before].filter(([name, count]) => (after.get(name) ?? 0) < count);
  expect(lost).toEqual([]);

  // The earlier release has used the first numbers.
  const doors = { random: seededRandom(2) };
  const api = await testApi({ isWorking: true, database, doors, env: { PLANS: 'unlimited' } });
  onTestFinished(() => api.close());
  const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
  const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);
  // The world as the earlier release saw it, except for its message.
  const { id: room } = (await discord('add-channel', { guild_id: nightCity, name: 'alerts' })) as { id: string };
  const token = await api.logIn();
  const server = `/data/guild/${nightCity}`;
  const get = async (path: string) => (await api.request('GET', path, { token })).json.data;
  expect(await get(server)).toMatchObject({ locale: 'ar-SA', welcomeEnabled: true, welcomeChannelId: room });
  expect(await get(`${server}/kick/xqc`)).toMatchObject({ isCurrentlyLive: { correct: true, channelId: room } });
  for (const platform of ['twitch', 'youtube', 'rumble']) {
    expect(await get(`${server}/${platform}`)).toMatchObject({ currentTotal: 1, streamers: [{ platform }] });
  }
  kick('go-live', { who: 'xqc', title: 'Before the update' });
  kick('change-title', { who: 'xqc', title: 'After the update' });
  const readTitles = (session: Session) => session.query("select details ->> 'title' as title from stream_sessions");
  const titles = async () => (await database.session(readTitles)).rows;
  const isSeen = async () => {
    await api.pass(minutes(1));
    expect(await titles()).toEqual([{ title: 'After the update' }]);
  };
  await vi.waitFor(isSeen, { timeout: 60_000, interval: 500 });
  const { messages } = (await discord('messages', { channel_id: room })) as { messages: unknown[] };
  expect(messages).toEqual([]);
});
