import { GiveawayProof, type ProvenDraw } from '@tally/contract/giveaways/views';
import { MessageId } from '@tally/contract/wire/ids';
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
import { checkPublished, findMissingDraws, keyStartOf, overallOf, stepsShown } from './check.ts';
import { sampleDraw, sampleProof, sampleSheet } from './sample.ts';

const seed = Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, '0')).join('');
const people = [1, 2, 3, 4, 5].map((place) => ({
  userId: `10000000000000000${place}`,
  salt: `0${place}`.repeat(16),
}));
const entries = people.map((person, at) => ({ key: entryKey(person), tickets: [1, 2, 1, 4, 1][at] ?? 1 }));
const out = momentOf(1000, quicknet).getTime();
const closedAt = new Date(out - 9000);
const timing = { closedAt, abandoned: [] };
const base = { giveawayId: 'gw_vector', draw: 1, winners: 2, round: 1000, timing, entries };
const sheet = writeSheet(base);
const postAt = (ms: number) => {
  const messageId = MessageId.parse(String(BigInt(ms - 1_420_070_400_000) << 22n));
  return { messageId, url: `https://discord.com/channels/1/2/${messageId}` };
};
/** A signature from the real drand network. */
const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
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
      post: postAt(out - 8000),
      signature,
      abandoned: [],
      closedAt: closedAt.toISOString(),
      drawnAt: new Date(out + 1000).toISOString(),
      order,
    },
  ],
  removed: [],
  presses: [],
});
const [draw] = proof.draws as [ProvenDraw];
const check = async (change: Partial<ProvenDraw> = {}, own = sheet) =>
  (await checkPublished(proof, { ...draw, ...change }, { own, first: sheet })).steps;

const green = {
  seed: 'right',
  sheet: 'right',
  round: 'right',
  posted: 'right',
  beacon: 'right',
  order: 'right',
  winners: 'right',
};

test('repeats a published draw step by step', async () => {
  expect(await check()).toEqual(green);
});

test('the sample of the front page is right, and swapping its winners is found', async () => {
  const sheets = { own: sampleSheet, first: sampleSheet };
  expect((await checkPublished(sampleProof, sampleDraw, sheets)).steps).toEqual(green);
  const swapped = { ...sampleDraw, order: sampleDraw.order.toReversed() };
  expect((await checkPublished(sampleProof, swapped, sheets)).steps).toMatchObject({
    order: 'wrong',
    winners: 'wrong',
  });
});

test('one changed byte is found in the step that it belongs to, and in all that rests on it', async () => {
  expect(await check({}, sheet.replace(/\d\n$/, '9\n'))).toMatchObject({
    seed: 'right',
    sheet: 'wrong',
    winners: 'wrong',
  });
  expect(await check({ seed: seed.replace('1f', '2f') })).toMatchObject({
    seed: 'wrong',
    sheet: 'right',
    order: 'wrong',
  });
  expect(await check({ order: draw.order.toReversed() })).toMatchObject({ beacon: 'right', order: 'wrong' });
  expect(await check({ order: draw.order.slice(0, 1) })).toMatchObject({ order: 'right', winners: 'wrong' });
});

test('a winner whose id is not behind their line, and the sheet of another giveaway, are found', async () => {
  const other = draw.order.map((each) => ({ ...each, userId: draw.order[0]?.userId ?? null }));
  expect(await check({ order: other })).toMatchObject({ order: 'right', winners: 'wrong' });
  const foreign = sheet.replace('gw_vector', 'gw_other');
  expect(await check({ sheetHash: hashSheet(foreign) }, foreign)).toMatchObject({ sheet: 'wrong', order: 'wrong' });
});

test('a moment of closing that is not the one in the list decides nothing', async () => {
  const moved = await check({ closedAt: new Date(out - 60_000) });
  expect(moved).toMatchObject({ sheet: 'right', round: 'wrong', beacon: 'right', order: 'wrong' });
});

/** Draws from any list with the known seed, as anyone who has the seed could. */
function drawFrom(list: Parameters<typeof writeSheet>[0], change: Partial<ProvenDraw> = {}) {
  const own = writeSheet(list);
  const randomness = list.round === null ? null : randomnessOf(signature);
  const found = [...drawOrder({ seed, sheetHash: hashSheet(own), randomness, entries: readSheet(own)?.entries ?? [] })];
  const winners = found.slice(0, 2).map(({ key }) => ({
    key,
    outcome: 'won' as const,
    reason: null,
    userId: null,
    username: null,
    salt: null,
  }));
  return check({ sheetHash: hashSheet(own), round: list.round, order: winners, ...change }, own);
}

test('a round that was picked after the end is red, and so is a list that was posted after its round', async () => {
  // This draw closed an hour earlier, so the rules select another round. Its signature is real.
  const early = new Date(out - 3_600_000);
  const picked = await drawFrom({ ...base, timing: { closedAt: early, abandoned: [] } }, { closedAt: early });
  expect(picked).toMatchObject({ seed: 'right', sheet: 'right', beacon: 'right', round: 'wrong', winners: 'wrong' });
  expect(await check({ post: postAt(out) })).toMatchObject({ round: 'right', posted: 'wrong', winners: 'wrong' });
});

test('unproven steps are not green: an older list, no message, no beacon', async () => {
  const old = await drawFrom({ ...base, timing: null }, { post: null });
  expect(old).toMatchObject({ round: 'unproven', posted: 'unproven', beacon: 'right', winners: 'right' });
  expect(overallOf(await check({ post: null }))).toBe('unproven');
  const none = await drawFrom({ ...base, round: null }, { signature: null, post: null });
  expect(none).toMatchObject({ beacon: 'unproven', order: 'right' });
  expect(stepsShown(none, { round: null })).toEqual(['seed', 'sheet', 'beacon', 'order', 'winners']);
  expect(overallOf(none)).toBe('unproven');
});

test('a draw that was never shown is named', async () => {
  expect(await findMissingDraws(proof)).toEqual([]);
  expect(await findMissingDraws({ draws: [{ ...draw, number: 3 }] })).toEqual([1, 2]);
});

test("uses the public network's key, not one from the proof", async () => {
  const own = { ...proof, beacon: { ...proof.beacon, publicKey: '00' } };
  expect((await checkPublished(own, draw, { own: sheet, first: sheet })).steps).toEqual(green);
});

test('finds a person by receipt, whole line, or salt and id', async () => {
  const [{ userId, salt }] = people as [(typeof people)[0]];
  const key = entryKey({ userId, salt });
  expect(await keyStartOf(` ${key.slice(0, 12).toUpperCase()} `)).toBe(key.slice(0, 12));
  expect(await keyStartOf(key)).toBe(key);
  expect(await keyStartOf(`${salt}:${userId}`)).toBe(key);
  expect(await keyStartOf('hello')).toBeNull();
  expect(readSheet(sheet)?.entries.some((entry) => entry.key === key)).toBe(true);
});
