import { sql } from '@tally/infra/sql';
import type { Caller } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setupAddress as addressOf, becomeOwner, requireWord } from './service/gate.ts';
import { readSetup } from './service/read.ts';

const realKeys = { DISCORD_TOKEN: 'a.b.c', DISCORD_CLIENT_ID: '900000000000000001', DISCORD_CLIENT_SECRET: 'hush' };
let real: TestWorld;
beforeAll(async () => {
  real = await testWorld({ features: [], env: { ...realKeys, WEB_URL: 'https://tally.example' } });
});
beforeEach(() => real.reset());
afterAll(() => real.close());

const stranger = (ip = '203.0.113.7') => real.ctx({ caller: { kind: 'anonymous' }, client: { ip } as never });
const wordOf = async () => new URL((await addressOf(real.ctx())) ?? '').searchParams.get('word') ?? '';
const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => 'fine',
    (error: { code: string }) => error.code,
  );
const logIn = async (userId: string): Promise<Caller> => {
  await real.db.execute(sql`insert into users (id, username, discriminator, badges, is_blacklisted, created_at, last_login_at)
    values (${userId}, 'Ann', '0', 0, false, now(), now())`);
  return person(userId);
};

it('the word from the log opens the page, and stays the same over restarts', async () => {
  const word = await wordOf();
  expect(word).toHaveLength(43);
  expect(await wordOf()).toBe(word);
  expect(await codeOf(requireWord(stranger(), word))).toBe('fine');
  expect(await codeOf(requireWord(stranger(), ''))).toBe('setupClosed');
});

it('after twenty wrong words a network waits an hour, even with the right one; others do not', async () => {
  const word = await wordOf();
  const codes: string[] = [];
  for (let each = 0; each < 21; each += 1) codes.push(await codeOf(requireWord(stranger(), `wrong ${each}`)));
  expect(codes).toEqual([...Array<string>(20).fill('setupClosed'), 'setupLocked']);
  expect(await codeOf(requireWord(stranger(), word))).toBe('setupLocked');
  expect(await codeOf(requireWord(stranger('198.51.100.1'), word))).toBe('fine');
  real.clock.move(3_600_001);
  expect(await codeOf(requireWord(stranger(), word))).toBe('fine');
});

it('of two people with the word one becomes the owner, and then the page is closed', async () => {
  const word = await wordOf();
  const people = await Promise.all([logIn('100000000000000001'), logIn('100000000000000002')]);
  const codes = await Promise.all(people.map((caller) => codeOf(becomeOwner(real.ctx({ caller }), word))));
  expect(codes.toSorted()).toEqual(['fine', 'setupClosed']);
  const [owner] = await real.ctx().houseSettings.owners(real.db);
  expect(owner).toBe(`10000000000000000${codes.indexOf('fine') + 1}`);
  const { rows } = await real.db.execute(sql`select id from users where badges <> 0`);
  expect(rows).toEqual([{ id: owner }]);
  expect(await addressOf(real.ctx())).toBeNull();
  expect(await codeOf(requireWord(stranger(), word))).toBe('setupClosed');
});

it('stored values are sealed, and a secret never leaves the server', async () => {
  const { houseSettings, db } = real.ctx();
  const secret = 'canary-of-kick';
  await houseSettings.put(db, { KICK_CLIENT_ID: 'kick-app', KICK_CLIENT_SECRET: secret });
  const { rows } = await db.execute<{ value: string }>(sql`select value from settings_of_house`);
  expect(JSON.stringify(rows)).not.toContain('kick-app');
  expect((await houseSettings.read(db))['KICK_CLIENT_SECRET']).toBe(secret);
  const shown = await readSetup(real.ctx());
  expect(JSON.stringify(shown)).not.toContain(secret);
  const settingOf = (name: string) => shown.settings.find((each) => each.name === name);
  expect(settingOf('KICK_CLIENT_SECRET')).toMatchObject({ isSet: true, isFixed: false, value: null });
  expect(settingOf('KICK_CLIENT_ID')).toMatchObject({ isSet: true, value: 'kick-app' });
  expect(shown.isPending).toBe(true);
});

it('owners from the environment close the page without a stored one', async () => {
  const house = await testWorld({ features: [], env: { ...realKeys, OWNER_IDS: '1, 2' } });
  expect(await house.ctx().houseSettings.owners(house.db)).toEqual(['1', '2']);
  expect(await addressOf(house.ctx())).toBeNull();
  await house.close();
});

it('the environment wins over a stored value, and is shown as fixed', async () => {
  const { houseSettings, db } = real.ctx();
  const stored = { WEB_URL: 'https://stored.example', PUBLIC_API_URL: 'https://api.stored.example' };
  await houseSettings.put(db, stored);
  const config = houseSettings.configWith(await houseSettings.read(db));
  expect([config.webUrl, config.publicApiUrl]).toEqual(['https://tally.example', 'https://api.stored.example']);
  const { settings } = await readSetup(real.ctx());
  expect(settings.slice(0, 2)).toMatchObject([
    { name: 'WEB_URL', isFixed: true, value: 'https://tally.example' },
    { name: 'PUBLIC_API_URL', isFixed: false, value: 'https://api.stored.example' },
  ]);
});
