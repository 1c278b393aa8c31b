import { type Config, ConfigError, silentLog, systemRandom } from '@tally/kernel';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSecrets, parseKeys } from '../crypto/index.ts';
import { leaveSimulatedWorld, readHouseSettings } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
});
beforeEach(() => database.reset());
afterAll(() => database.close());

const keysOf = (byte: number) =>
  createSecrets({ keys: parseKeys('test', `t:${Buffer.alloc(32, byte).toString('base64')}`), random: systemRandom });
const settings = async (secrets = keysOf(7)) =>
  await readHouseSettings({ db: database.db, secrets, env: {}, httpFor: () => undefined as never });
const startWith = async (isReal: boolean) =>
  await leaveSimulatedWorld({
    db: database.db,
    houseSettings: await settings(),
    config: { discord: { isReal } } as Config,
    log: silentLog,
  });
const comeIn = async () =>
  await database.db.execute(`insert into users (id, username, discriminator, badges, is_blacklisted, created_at, last_login_at)
    values ('1', 'Robin', '0', 1, false, now(), now())`);
const people = async () => (await database.db.execute('select id from users')).rows.length;

it('a database that was created in the simulated world is emptied once, at the first start with a real Discord', async () => {
  await startWith(false);
  await comeIn();
  await (await settings()).put(database.db, { KICK_CLIENT_ID: 'app' });
  await startWith(false);
  expect(await people()).toBe(1);
  await Promise.all([startWith(true), startWith(true)]);
  expect(await people()).toBe(0);
  expect(await (await settings()).read(database.db)).toEqual({ KICK_CLIENT_ID: 'app', WORLD: 'real' });
  await comeIn();
  // A lost .env brings the simulated world back. When the .env returns, no data is deleted.
  await startWith(false);
  await startWith(true);
  expect(await people()).toBe(1);
});

it('a database that had people before this mark is never emptied', async () => {
  await comeIn();
  await startWith(false);
  await startWith(true);
  expect(await people()).toBe(1);
});

it('a start without the key of stored values stops, and with a lost one forgets them', async () => {
  await (await settings()).put(database.db, { DISCORD_TOKEN: 'token' });
  await expect(settings(keysOf(8))).rejects.toThrow(ConfigError);
  const key = `n:${Buffer.alloc(32, 8).toString('base64')}`;
  const lost = createSecrets({ keys: parseKeys('test', `${key},t:lost`), random: systemRandom });
  expect(await (await settings(lost)).read(database.db)).toEqual({});
});

it('a start without the key of the mark forgets only the mark, and deletes no one', async () => {
  await startWith(false);
  await comeIn();
  expect(await (await settings(keysOf(8))).read(database.db)).toEqual({});
  await startWith(false);
  await startWith(true);
  expect(await people()).toBe(1);
});
