import { describe, expect, it } from 'vitest';
import { isSigned, momentOf, publicKeyOf, quicknet, randomnessOf, roundAfter, signRound } from './beacon.ts';
import { checkDraw, commitmentOf, type DrawRecord } from './check.ts';
import { entryKey } from './entry-key.ts';
import { drawOrder, fairNumber } from './order.ts';
import { hashSheet, readSheet, writeSheet } from './sheet.ts';

// The protocol's published test vectors: five people, salts of one repeated byte, and seeds that count up.
const hex = (from: number) => Array.from({ length: 32 }, (_, i) => (from + i).toString(16).padStart(2, '0')).join('');
const seed1 = hex(0);
const seed2 = hex(32);
const tickets = [1, 2, 1, 4, 1];
const people = tickets.map((count, index) => ({
  number: index + 1,
  tickets: count,
  key: entryKey({ salt: `0${index + 1}`.repeat(16), userId: `10000000000000000${index + 1}` }),
}));
const signature = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const randomness = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd';
const base = { giveawayId: 'gw_vector', draw: 1, winners: 2, round: 1000, timing: null, entries: people };
const A = writeSheet(base);
const numberOf = (key: string) => people.find((person) => person.key === key)?.number;

function drawnFrom(sheet: string, seed: string, said: string | null): (number | undefined)[] {
  const entries = readSheet(sheet)?.entries ?? [];
  return [...drawOrder({ seed, sheetHash: hashSheet(sheet), randomness: said, entries })].map(({ key }) =>
    numberOf(key),
  );
}

describe('the published vectors', () => {
  it('commits to seeds and hides people', () => {
    expect(commitmentOf(seed1)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
    expect(commitmentOf(seed2)).toBe('72dbb7336c76780023f83da4c355f2eeea85733b13d3477697917790c1229084');
    expect(people.map(({ key }) => key.slice(0, 8))).toEqual([
      '76e3d78c',
      '0bca52d7',
      '7d4faa99',
      'dcb97fbb',
      'ae23e75c',
    ]);
  });

  it('A: two winners, decided by round 1000 of the beacon', () => {
    expect(A).toHaveLength(426);
    expect(hashSheet(A)).toBe('909fe6a3b5e665780983a4daeb3eb9d5e40e1c875b4aa2811957aba0c26ac4d2');
    expect(drawnFrom(A, seed1, randomness)).toEqual([4, 2, 1, 5, 3]);
    const entries = readSheet(A)?.entries ?? [];
    const [first, second] = drawOrder({ seed: seed1, sheetHash: hashSheet(A), randomness, entries });
    expect(first).toMatchObject({ x: 0xa7939e3e98fb45a1n, ticket: 6, ticketsLeft: 9 });
    expect(second).toMatchObject({ x: 0x6d5d36388fea647en, ticket: 0, ticketsLeft: 5 });
  });

  it('B: the same without a beacon', () => {
    const B = writeSheet({ ...base, round: null });
    expect(hashSheet(B)).toBe('d8f06107066b07683493fb28fa001a12b61e58b7fa9250a3d9b4e7299c94ce2c');
    expect(drawnFrom(B, seed1, null).slice(0, 2)).toEqual([1, 2]);
  });

  it('C: a second draw among three', () => {
    const entries = people.filter(({ number }) => number % 2 === 1);
    const C = writeSheet({ ...base, draw: 2, winners: 1, round: null, entries });
    expect(hashSheet(C)).toBe('a7bcd81f5d96e257dde6d94e6a616b7a69dbadc254351ac5b70816733e4841a3');
    expect(drawnFrom(C, seed2, null)[0]).toBe(3);
  });

  it('E: version 2, closed nine seconds before round 1000', () => {
    const E = writeSheet({ ...base, timing: { closedAt: new Date('2023-08-23T15:59:15.000Z'), abandoned: [] } });
    expect(E.split('\n').slice(0, 6)).toEqual([
      'tally-draw 2',
      'giveaway gw_vector',
      'draw 1',
      'winners 2',
      'closed 2023-08-23T15:59:15.000Z',
      'beacon quicknet 1000',
    ]);
    expect(hashSheet(E)).toBe('8e9c0b47348fe1ace5183ac25a88580444ca19cc0bc4af4d84695a28b6baf208');
    expect(drawnFrom(E, seed1, randomness)).toEqual([5, 4, 1, 2, 3]);
  });

  it('D: without entrants', () => {
    const D = writeSheet({ ...base, winners: 1, round: null, entries: [] });
    expect(hashSheet(D)).toBe('c8a59f9a88eee2d090f79aa1e05b0d401451dec6663c774eaa25069789ff55c1');
    expect(drawnFrom(D, seed1, null)).toEqual([]);
  });
});

describe('the beacon', () => {
  it('believes the signature of the real network and no other', () => {
    expect(isSigned({ round: 1000, signature }, quicknet)).toBe(true);
    expect(randomnessOf(signature)).toBe(randomness);
    expect(isSigned({ round: 1001, signature }, quicknet)).toBe(false);
    expect(isSigned({ round: 1000, signature: 'nothing' }, quicknet)).toBe(false);
  });

  it('signs and checks as a network of one’s own', () => {
    const secret = hex(1);
    const own = { ...quicknet, publicKey: publicKeyOf(secret) };
    expect(isSigned({ round: 7, signature: signRound(7, secret) }, own)).toBe(true);
    expect(isSigned({ round: 7, signature: signRound(7, secret) }, quicknet)).toBe(false);
  });

  it('uses a round nine to twelve seconds after the end', () => {
    for (const ms of [0, 1, 999, 1000, 2999, 3000]) {
      const closedAt = new Date((quicknet.genesis + 50_000) * 1000 + ms);
      const wait = momentOf(roundAfter(closedAt, quicknet), quicknet).getTime() - closedAt.getTime();
      expect(wait).toBeGreaterThanOrEqual(9000);
      expect(wait).toBeLessThan(12_000);
    }
  });

  it('doubles the time for each sheet that was shown too late, up to ten minutes', () => {
    const closedAt = new Date((quicknet.genesis + 50_001) * 1000);
    const waits = [0, 1, 2, 3, 6, 7, 900].map(
      (abandoned) =>
        (momentOf(roundAfter(closedAt, quicknet, abandoned), quicknet).getTime() - closedAt.getTime()) / 1000,
    );
    expect(waits).toEqual([9, 18, 36, 72, 576, 600, 600]);
  });
});

describe('a draw', () => {
  it('rejects numbers that would favor the first tickets', () => {
    const numbers = [0xffffffffffffffffn, 5n][Symbol.iterator]() as Iterator<bigint, never>;
    expect(fairNumber(numbers, 3n)).toBe(5n);
  });

  it('draws everyone exactly once, regardless of their tickets', () => {
    const entries = Array.from({ length: 1000 }, (_, i) => ({
      key: entryKey({ salt: 's', userId: `${i}` }),
      tickets: (i % 7) + 1,
    }));
    const keys = [...drawOrder({ seed: seed1, sheetHash: 'x', randomness: null, entries })].map(({ key }) => key);
    expect(new Set(keys)).toEqual(new Set(entries.map(({ key }) => key)));
    expect(keys).toHaveLength(1000);
  });

  it('gives everybody their share of 20,000 draws, within three standard deviations', () => {
    const entries = readSheet(A)?.entries ?? [];
    const total = 9;
    const wins = new Map<string, number>();
    for (let n = 0; n < 20_000; n++) {
      const [first] = drawOrder({ seed: seed1, sheetHash: `${n}`, randomness, entries });
      if (first) wins.set(first.key, (wins.get(first.key) ?? 0) + 1);
    }
    for (const { key, tickets: held } of entries) {
      const share = held / total;
      const deviation = Math.sqrt(20_000 * share * (1 - share));
      expect(Math.abs((wins.get(key) ?? 0) - 20_000 * share)).toBeLessThan(3 * deviation);
    }
  });
});

describe('checking a published draw', () => {
  const order = [4, 2].map((number) => ({ key: people[number - 1]?.key ?? '', won: true }));
  const record: DrawRecord = {
    commitment: commitmentOf(seed1),
    seed: seed1,
    sheet: A,
    sheetHash: hashSheet(A),
    postId: null,
    signature,
    order,
    before: null,
  };
  const right = { seed: 'right', sheet: 'right', beacon: 'right', order: 'right', winners: 'right' };

  it('finds the same winners in a sheet of version 1, and warns that its round may have been chosen', () => {
    expect(checkDraw(record, quicknet)).toEqual({ ...right, round: 'unproven', posted: 'unproven' });
    const passedOver = [
      { key: order[0]?.key ?? '', won: false },
      { ...order[1], key: order[1]?.key ?? '', won: true },
      { key: people[0]?.key ?? '', won: true },
    ];
    expect(checkDraw({ ...record, order: passedOver }, quicknet)).toMatchObject(right);
  });

  it('turns red wherever one byte is changed', () => {
    const red = (change: Partial<DrawRecord>) =>
      Object.entries(checkDraw({ ...record, ...change }, quicknet)).flatMap(([step, verdict]) =>
        verdict === 'wrong' ? [step] : [],
      );
    expect(red({ seed: seed1.replace(/^00/, '01') })).toEqual(['seed', 'order', 'winners']);
    expect(red({ sheet: A.replace('winners 2', 'winners 3') })).toEqual(['sheet', 'order', 'winners']);
    expect(red({ sheet: A.replace(' 4\n', ' 5\n') })).toEqual([
      'sheet',
      'round',
      'posted',
      'beacon',
      'order',
      'winners',
    ]);
    expect(red({ signature: signature.replace(/^b4/, 'b5') })).toEqual(['beacon', 'order', 'winners']);
    expect(red({ signature: null })).toEqual(['beacon', 'order', 'winners']);
    expect(red({ order: order.toReversed() })).toEqual(['order', 'winners']);
    expect(red({ order: order.slice(0, 1) })).toEqual(['winners']);
    expect(red({ order: order.map(({ key }) => ({ key, won: false })) })).toEqual(['winners']);
  });

  it.each([
    ['another version', A.replace('tally-draw 1', 'tally-draw 3')],
    ['version 2 without its moment', A.replace('tally-draw 1', 'tally-draw 2')],
    [
      'a moment in another form',
      A.replace('tally-draw 1', 'tally-draw 2').replace('beacon', 'closed 2026-01-01\nbeacon'),
    ],
    ['version 1 with a moment', A.replace('beacon', 'closed 2026-01-01T00:00:00.000Z\nbeacon')],
    [
      'keys out of order',
      A.split('\n')
        .toSpliced(6, 2, ...A.split('\n').slice(6, 8).toReversed())
        .join('\n'),
    ],
    ['a line too many', `${A}\n`],
    ['Windows line ends', A.replaceAll('\n', '\r\n')],
    ['tickets below one', A.replace(' 4\n', ' -4\n')],
    ['a number with a plus', A.replace(' 4\n', ' +4\n')],
    ['nothing', ''],
  ])('reads no sheet with %s', (_, text) => {
    expect(readSheet(text)).toBeNull();
  });
});
