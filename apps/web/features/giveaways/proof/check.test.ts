import { GiveawayProof, type ProvenDraw } from '@tally/contract/giveaway-views';
import {
  commitmentOf,
  drawOrder,
  entryKey,
  hashSheet,
  momentOf,
  quicknet,
  randomnessOf,
  readSheet,
  writeSheet,
} from '@tally/draw';
import { expect, test } from 'vitest';
import { checkPublished, keyStartOf } from './check.ts';

const seed = Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, '0')).join('');
const people = [1, 2, 3, 4, 5].map((place) => ({
  userId: `10000000000000000${place}`,
  salt: `0${place}`.repeat(16),
}));
const entries = people.map((person, at) => ({ key: entryKey(person), tickets: [1, 2, 1, 4, 1][at] ?? 1 }));
const sheet = writeSheet({ giveawayId: 'gw_vector', draw: 1, winners: 2, round: 1000, entries });
/** Of the real network. */
const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const out = momentOf(1000, quicknet).getTime();

const drawn = drawOrder({
  seed,
  sheetHash: hashSheet(sheet),
  randomness: randomnessOf(signature),
  entries: readSheet(sheet)?.entries ?? [],
});
const order = [drawn.next().value, drawn.next().value].map((each) => {
  const person = people.find((one) => entryKey(one) === each?.key);
  return { key: each?.key ?? '', outcome: 'won', reason: null, username: 'x', ...person };
});

const proof = GiveawayProof.parse({
  giveawayId: 'gw_vector',
  guildId: '100000000000000001',
  serverName: 'Night City',
  name: 'A lamp',
  mode: 'draw',
  state: 'ended',
  startedAt: null,
  endsAt: null,
  people: 5,
  beacon: { ...quicknet, isSimulated: false },
  draws: [
    {
      number: 1,
      commitment: commitmentOf(seed),
      seed,
      winners: 2,
      people: 5,
      tickets: 9,
      sheetHash: hashSheet(sheet),
      round: 1000,
      signature,
      abandoned: [],
      closedAt: new Date(out - 9000).toISOString(),
      drawnAt: new Date(out + 1000).toISOString(),
      order,
    },
  ],
  removed: [],
  presses: [],
});
const [draw] = proof.draws as [ProvenDraw];
const check = async (change: Partial<ProvenDraw> = {}, text = sheet) =>
  (await checkPublished(proof, { ...draw, ...change }, text)).steps;

const green = { seed: true, sheet: true, beacon: true, order: true, winners: true };

test('what was published is drawn again, step by step', async () => {
  expect(await check()).toEqual(green);
});

test('one changed byte is found in the step that it belongs to, and in all that rests on it', async () => {
  expect(await check({}, sheet.replace(/\d\n$/, '9\n'))).toMatchObject({ seed: true, sheet: false, winners: false });
  expect(await check({ seed: seed.replace('1f', '2f') })).toMatchObject({ seed: false, sheet: true, order: false });
  expect(await check({ order: draw.order.toReversed() })).toMatchObject({ beacon: true, order: false });
  expect(await check({ order: draw.order.slice(0, 1) })).toMatchObject({ order: true, winners: false });
});

test('a winner whose id is not behind their line, and the sheet of another giveaway, are found', async () => {
  const other = draw.order.map((each) => ({ ...each, userId: draw.order[0]?.userId ?? null }));
  expect(await check({ order: other })).toMatchObject({ order: true, winners: false });
  const foreign = sheet.replace('gw_vector', 'gw_other');
  expect(await check({ sheetHash: hashSheet(foreign) }, foreign)).toMatchObject({ sheet: false, order: false });
});

test('a round that came out before the entries were closed decides nothing', async () => {
  expect(await check({ closedAt: new Date(out + 1) })).toMatchObject({ sheet: true, beacon: false, order: false });
});

test('the network is the one that everybody knows, whatever the proof says', async () => {
  const own = { ...proof, beacon: { ...proof.beacon, publicKey: '00' } };
  expect((await checkPublished(own, draw, sheet)).steps).toEqual(green);
});

test('somebody is found by receipt, whole line, or salt and id', async () => {
  const [{ userId, salt }] = people as [(typeof people)[0]];
  const key = entryKey({ userId, salt });
  expect(await keyStartOf(` ${key.slice(0, 12).toUpperCase()} `)).toBe(key.slice(0, 12));
  expect(await keyStartOf(key)).toBe(key);
  expect(await keyStartOf(`${salt}:${userId}`)).toBe(key);
  expect(await keyStartOf('hello')).toBeNull();
  expect(readSheet(sheet)?.entries.some((entry) => entry.key === key)).toBe(true);
});
