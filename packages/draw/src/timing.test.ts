import { describe, expect, it } from 'vitest';
import { judge } from './__fixtures__/stranger.ts';
import { type Beacon, momentOf, publicKeyOf, quicknet, randomnessOf, roundAfter, signRound } from './beacon.ts';
import { checkDraw, commitmentOf, type DrawRecord, missingDraws } from './check.ts';
import { entryKey } from './entry-key.ts';
import { drawOrder } from './order.ts';
import { type AbandonedSheet, hashSheet, readSheet, type Sheet, writeSheet } from './sheet.ts';
import { discordTimeOf } from './timing.ts';

// A network of our own, so a test can sign any round. The checks treat it like the real one.
const secret = '11'.repeat(32);
const beacon: Beacon = { ...quicknet, publicKey: publicKeyOf(secret) };
const seed = '2a'.repeat(32);
const people = Array.from({ length: 40 }, (_, place) => ({
  key: entryKey({ salt: `${place}`, userId: `${place}` }),
  tickets: 1 + (place % 3),
}));
const friend = people[17]?.key ?? '';
const closedAt = new Date('2026-11-28T16:32:00.250Z');
const postAt = (at: Date) => String(BigInt(at.getTime() - 1_420_070_400_000) << 22n);
const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

const sheetOf = (change: Partial<Sheet> = {}): Sheet => ({
  giveawayId: 'gw_lamp',
  draw: 1,
  winners: 1,
  round: roundAfter(closedAt, beacon),
  timing: { closedAt, abandoned: [] },
  entries: people,
  ...change,
});

/** Draws from any sheet like the product does. */
function published(sheet: Sheet, change: Partial<DrawRecord> = {}): DrawRecord {
  const text = writeSheet(sheet);
  const signature = sheet.round === null ? null : signRound(sheet.round, secret);
  const randomness = signature === null ? null : randomnessOf(signature);
  const entries = readSheet(text)?.entries ?? [];
  const order = [...drawOrder({ seed, sheetHash: hashSheet(text), randomness, entries })]
    .slice(0, sheet.winners)
    .map(({ key }) => ({ key, won: true }));
  const postId = sheet.round === null || sheet.timing === null ? null : postAt(later(closedAt, 1));
  return {
    commitment: commitmentOf(seed),
    seed,
    sheet: text,
    sheetHash: hashSheet(text),
    postId,
    signature,
    order,
    before: null,
    ...change,
  };
}

/** Runs both verifiers, which must agree. */
function check(record: DrawRecord) {
  const steps = checkDraw(record, beacon);
  const verdicts = Object.values(steps);
  const overall = verdicts.includes('wrong') ? 'wrong' : verdicts.includes('unproven') ? 'unproven' : 'right';
  const { addsUp, isRoundBound } = judge(record, beacon);
  expect(addsUp ? (isRoundBound ? 'right' : 'unproven') : 'wrong').toBe(overall);
  return { ...steps, overall };
}

const lateFor = (sheet: Sheet, seconds = 1): AbandonedSheet => {
  const out = momentOf(sheet.round ?? 0, beacon);
  const at = later(out, seconds);
  return { round: sheet.round ?? 0, sheetHash: hashSheet(writeSheet(sheet)), postId: postAt(at), at: later(at, 1) };
};

const nextAfter = (sheet: Sheet, gone: AbandonedSheet): Sheet => {
  const abandoned = [...(sheet.timing?.abandoned ?? []), gone];
  return { ...sheet, round: roundAfter(gone.at, beacon, abandoned.length), timing: { closedAt, abandoned } };
};

describe('the round of a draw', () => {
  it('is right where it follows from the moment of closing, and Discord dates the hash before it', () => {
    expect(check(published(sheetOf()))).toMatchObject({ round: 'right', posted: 'right', overall: 'right' });
  });

  it('is unproven in a sheet of version 1, and without a beacon', () => {
    expect(check(published(sheetOf({ timing: null })))).toMatchObject({ round: 'unproven', overall: 'unproven' });
    expect(check(published(sheetOf({ timing: null, round: null }))).overall).toBe('unproven');
    expect(check(published(sheetOf({ round: null })))).toMatchObject({ beacon: 'unproven', overall: 'unproven' });
  });

  it('is unproven where the hash was not posted', () => {
    expect(check(published(sheetOf(), { postId: null }))).toMatchObject({ posted: 'unproven', overall: 'unproven' });
  });

  it('is wrong if rounds were tried until a friend won', () => {
    const ground = findRound((round) => sheetOf({ round }), 'rounds');
    expect(check(ground)).toMatchObject({ beacon: 'right', round: 'wrong', order: 'wrong', overall: 'wrong' });
  });

  it('is wrong if the closing time was moved until a friend won', () => {
    const moved = (round: number): Sheet => {
      const moment = later(momentOf(round, beacon), -9);
      return sheetOf({ round, timing: { closedAt: moment, abandoned: [] } });
    };
    // The list was published after the round, so the organizer could search for one that makes a friend win.
    const out = (sheet: Sheet) => postAt(momentOf(sheet.round ?? 0, beacon));
    const ground = findRound(moved, 'moments', out);
    expect(check(ground)).toMatchObject({ round: 'right', posted: 'wrong', overall: 'wrong' });
    expect(check({ ...ground, postId: null }).overall).toBe('unproven');
  });

  it('is wrong if a sheet was abandoned that had been posted in time, or never', () => {
    const first = sheetOf();
    const gone = lateFor(first);
    const inTime = { ...gone, postId: postAt(later(closedAt, 1)) };
    expect(check(published(nextAfter(first, inTime)))).toMatchObject({ round: 'wrong', overall: 'wrong' });
    expect(check(published(nextAfter(first, { ...gone, postId: null }))).overall).toBe('wrong');
  });

  it('is wrong where the abandoned sheet held other people', () => {
    const first = sheetOf();
    const other = lateFor(sheetOf({ entries: people.slice(1) }));
    const next = nextAfter(first, other);
    expect(check(published(next, { postId: postAt(later(other.at, 1)) })).round).toBe('wrong');
  });

  it('is unproven after a sheet that was posted late, and follows from the time of the next one', () => {
    const first = sheetOf();
    const gone = lateFor(first, 40);
    const second = nextAfter(first, gone);
    const again = lateFor(second, 5);
    const third = nextAfter(second, again);
    const postId = postAt(later(again.at, 1));
    expect(check(published(third, { postId }))).toMatchObject({ round: 'unproven', posted: 'right', order: 'right' });
    expect(check(published({ ...third, round: (third.round ?? 0) + 1 }, { postId })).round).toBe('wrong');
  });

  it('may be done without only after ten minutes of silence', () => {
    const first = sheetOf();
    const silentFor = (seconds: number): Sheet => {
      const at = later(momentOf(first.round ?? 0, beacon), seconds);
      const gone = { ...lateFor(first), postId: postAt(later(closedAt, 1)), at };
      return { ...nextAfter(first, gone), round: null };
    };
    expect(check(published(silentFor(600)))).toMatchObject({ round: 'unproven', overall: 'unproven' });
    expect(check(published(silentFor(599)))).toMatchObject({ round: 'wrong', overall: 'wrong' });
  });

  /** Simulates a cheater who holds the seed and waits for a suitable round. */
  function findRound(make: (round: number) => Sheet, what: string, post?: (sheet: Sheet) => string): DrawRecord {
    const from = roundAfter(closedAt, beacon) + 1;
    for (let round = from; round < from + 2000; round += 1) {
      const sheet = make(round);
      const record = published(sheet, post ? { postId: post(sheet) } : {});
      if (record.order[0]?.key === friend) return record;
    }
    throw new Error(`The friend never won with any of the ${what}.`);
  }
});

describe('a redraw', () => {
  const first = published(sheetOf({ winners: 2 }));
  const winners = first.order.map(({ key }) => key);
  const again = (entries: Sheet['entries']) =>
    published(sheetOf({ draw: 2, entries }), { before: { sheet: first.sheet, winners } });
  const others = people.filter(({ key }) => !winners.includes(key));

  it('is right among the people of the first draw without earlier winners', () => {
    expect(check(again(others)).overall).toBe('right');
  });

  it('is wrong if people are missing, were added, or have other tickets', () => {
    const stranger = { key: entryKey({ salt: 'new', userId: 'new' }), tickets: 1 };
    const richer = others.map((each) => (each.key === friend ? { ...each, tickets: 100 } : each));
    for (const entries of [others.slice(1), [...others, stranger], richer]) {
      const steps = checkDraw(again(entries), beacon);
      expect(steps).toMatchObject({ sheet: 'wrong', order: 'wrong', winners: 'wrong' });
    }
    expect(checkDraw({ ...again(others), before: null }, beacon).sheet).toBe('wrong');
  });

  it('names draws that were never shown', () => {
    const draws = [1, 2, 3, 4].map((number) => ({ number, isDrawn: number < 4 }));
    expect(missingDraws(draws)).toEqual([]);
    expect(missingDraws(draws.toSpliced(1, 1))).toEqual([2]);
    expect(missingDraws(draws.with(0, { number: 1, isDrawn: false }))).toEqual([1]);
  });
});

it('a drop gives a prize to each of its people, and proves no chance', () => {
  const drop = published(sheetOf({ winners: 3, round: null, entries: people.slice(0, 3) }));
  expect(check(drop)).toMatchObject({ order: 'right', winners: 'right', beacon: 'unproven', overall: 'unproven' });
});

it('reads Discord’s time out of an id', () => {
  expect(discordTimeOf('175928847299117063').toISOString()).toBe('2016-04-30T11:18:25.796Z');
});
