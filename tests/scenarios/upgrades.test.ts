import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { migrate, type Session } from '@tally/infra/db';
import { minutes } from '@tally/kernel';
import { nightCity, testApi } from '@tally/tests/api';
import { seededRandom } from '@tally/tests/context';
import { testDb } from '@tally/tests/database';
import { expect, onTestFinished, test, vi } from 'vitest';

/**
 * Databases that earlier releases filled (`tests/upgrades/fill.ts`) are opened by this one while a stream runs. At night
 * (`npm run upgrade:nightly`) they have 10,000 servers, and are stored in `UPGRADES_TO`. An earlier release then runs this
 * file with one of them (`UPGRADES_FROM`), so it uses only what that release has.
 */
const { UPGRADES_FROM: back, UPGRADES_TO: to, PG_DUMP } = process.env;
const folder = back ? dirname(back) : join(import.meta.dirname, '../upgrades');
const releases = back ? [basename(back)] : readdirSync(folder).filter((name) => name.endsWith('.sql.gz'));
const title = back ? 'After going back' : 'After the update';

/** Adds servers with the same streamers as the one server in the file. */
const crowd = `
  insert into servers select (jsonb_populate_record(each, jsonb_build_object('id', (each.id::numeric + n)::text))).*
    from servers each, generate_series(1, 9999) n where each.id = '${nightCity}';
  insert into streamers
    select (jsonb_populate_record(each, jsonb_build_object('id', gen_random_uuid(), 'server_id', (each.server_id::numeric + n)::text))).*
      from streamers each, generate_series(1, 9999) n;`;

/** Migrations and starts write to these tables themselves. */
const ours = new Set(['schema_migrations', 'applied_migrations', 'plans', 'plan_limits', 'plan_addons']);

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

const read = (release: string) => gunzipSync(readFileSync(join(folder, release))).toString();

test.skipIf(back)('migrations since the last release say that people can go back to it', async () => {
  const last = releases.toSorted(new Intl.Collator('en', { numeric: true }).compare).at(-1) ?? '';
  const sql = read(last);
  const database = await testDb({ sql });
  onTestFinished(() => database.close());
  await migrate(database);
  type Applied = { number: string; name: string; oldest: string };
  const query = 'select number, name, works_back_to as oldest from applied_migrations';
  const { rows } = await database.session((session) => session.query<Applied>(query));
  const added = rows.filter(({ number, name }) => !sql.includes(`'${number}', '${name}'`));
  expect(added.filter(({ oldest }) => `v${oldest}.sql.gz` !== last)).toEqual([]);
});

test.each(releases)('%s: every row stays, and the running stream gets no second message', async (release) => {
  const sql = read(release);
  const database = await testDb({ sql });
  onTestFinished(() => database.close());
  if (to && !back) await database.session((session) => session.script(crowd));
  const before = await database.session(countRows);
  const startedAt = performance.now();
  await migrate(database);
  const migratedAt = performance.now();
  const after = await database.session(countRows);
  const lost = [...before].filter(([name, count]) => (after.get(name) ?? 0) < count);
  expect(lost).toEqual([]);

  // Earlier releases have used the first numbers.
  if (back) await database.session((session) => session.script('delete from sessions'));
  const doors = { random: seededRandom(back ? 90_001 : 2) };
  const api = await testApi({ isWorking: true, database, doors, env: { PLANS: 'unlimited' } });
  onTestFinished(() => api.close());
  const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
  const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);
  // Sets up the world as the earlier release saw it, without its message.
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
  kick('change-title', { who: 'xqc', title });
  const readTitles = (session: Session) => session.query("select details ->> 'title' as title from stream_sessions");
  const titles = async () => (await database.session(readTitles)).rows;
  const isSeen = async () => {
    await api.pass(minutes(1));
    expect(await titles()).toEqual([{ title }]);
  };
  await vi.waitFor(isSeen, { timeout: 60_000, interval: 500 });
  const seenAt = performance.now();
  const { messages } = (await discord('messages', { channel_id: room })) as { messages: unknown[] };
  expect(messages).toEqual([]);
  if (!to) return;
  const figures = {
    servers: before.get('servers'),
    rows: [...before.values()].reduce((sum, count) => sum + count, 0),
    migrateMs: Math.round(migratedAt - startedAt),
    backMs: Math.round(seenAt - startedAt),
  };
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, `${release}.json`), JSON.stringify(figures));
  const dump = ['--no-owner', '--no-privileges', '--rows-per-insert=1000', database.databaseUrl ?? ''];
  const text = execFileSync(PG_DUMP ?? 'pg_dump', dump, { encoding: 'utf8', maxBuffer: 1e9 });
  // Removes the lines for psql, which are not SQL.
  writeFileSync(join(to, release), gzipSync(text.replaceAll(/^\\.*\n/gm, '')));
});
