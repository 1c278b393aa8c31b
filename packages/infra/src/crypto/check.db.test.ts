import { systemRandom } from '@tally/kernel';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { pgTable, text } from '../sql/index.ts';
import { createSecrets, explainKeyTrouble, findKeyTrouble, parseKeys } from './index.ts';

const drawer = pgTable('drawer', { sealed: text('sealed') });
const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const [one, two] = [key('one', 1), key('two', 2)];
const withKeys = (keys: string) => createSecrets({ keys: parseKeys('test', keys), random: systemRandom });

let house: TestCtx;
beforeAll(async () => {
  house = await testCtx();
  await house.ctx.db.execute('create table drawer (sealed text)');
});
afterAll(() => house.close());
beforeEach(() => house.database.reset());

/** Starts a process with these keys. */
const start = async (keys: string) => {
  const { db, clock } = house.ctx;
  const found = await findKeyTrouble({ db, clock, secrets: withKeys(keys) }, [drawer.sealed]);
  return found.map(({ id, kind }) => `${kind} ${id}`);
};
const seal = (keys: string) =>
  house.ctx.db.insert(drawer).values([{ sealed: withKeys(keys).encrypt('p', 'hush') }, { sealed: null }]);

it('rotating keys as the handbook describes causes no fault in any process', async () => {
  expect(await start(one)).toEqual([]);
  await seal(one);
  expect(await start(`${one},${two}`)).toEqual([]);
  expect(await start(one), 'nothing is sealed with the new one yet').toEqual([]);
  await seal(`${two},${one}`);
  expect(await start(one), 'a process that was forgotten').toEqual(['missing two']);
  expect(await start(`${two},${one}`)).toEqual([]);
  await house.ctx.db.delete(drawer);
  await seal(two);
  expect(await start(two), 'all is sealed anew, so the old one may go').toEqual([]);
});

it('another key by the name of the right one is found out, also before anything is sealed', async () => {
  await start(one);
  expect(await start(key('one', 9))).toEqual(['other one']);
  expect(await start(one), 'and does not take its place').toEqual([]);
});

it('a key that is marked as lost is no longer a fault', async () => {
  await start(one);
  await seal(one);
  expect(await start(two)).toEqual(['missing one']);
  expect(await start(`${two},one:lost`)).toEqual([]);
});

it('the message names the setting and the remedy, and never the key', () => {
  expect(explainKeyTrouble({ id: 'one', kind: 'missing' }, 'ENCRYPTION_KEYS')).toBe(
    'ENCRYPTION_KEYS: the key one is missing, and stored secrets are sealed with it. Add it at the end; if it is lost for good, write one:lost instead, and people must link their accounts again.',
  );
  expect(explainKeyTrouble({ id: 'one', kind: 'other' }, '/data/encryption-keys')).toMatch(
    /^\/data\/encryption-keys: the key one differs from the one/,
  );
});
