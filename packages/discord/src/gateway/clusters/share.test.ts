import { expect, test } from 'vitest';
import type { ClusterRow, Generation, Situation } from '../store/clusters.ts';
import type { Phase } from '../tables.ts';
import { admissionOf, clusterSizeFor, nextStep, shardIdsOf, timingOf, wantedOf } from './share.ts';

const timing = timingOf(12_000);
const numbering = (generation: number, phase: Phase, phaseMs = 0): Generation => ({
  generation,
  phase,
  phaseMs,
  shardCount: 5,
  shardsPerCluster: 2,
});
/** Returns the clusters of a numbering. A letter is the holder, a capital letter means ready, and a dot means free. */
const clusters = (generation: number, holders: string): ClusterRow[] =>
  holders.split('').map((holder, clusterId) => ({
    generation,
    clusterId,
    holder: holder === '.' ? null : holder.toLowerCase(),
    isFree: holder === '.',
    isReady: holder !== '.' && holder === holder.toUpperCase(),
  }));
const alone = (holders: string, bots: number): Situation => ({
  generations: [numbering(1, 'current')],
  clusters: clusters(1, holders),
  bots,
});
const wanted = (situation: Situation, held: number, at = 0, holder = held > 0 ? 'a' : 'z'): number =>
  wantedOf({ generation: situation.generations[at] as Generation, situation, holder, held, timing });

/** Lets the bots act in turn until none wants a change. Returns the clusters and how many moved. */
function settled(holders: string, bots: string): { readonly holders: string; readonly moves: number } {
  const now = holders.split('');
  const dead = now.filter((holder) => holder !== '.' && !bots.includes(holder)).length;
  if (dead > 0) return settled(holders.replaceAll(new RegExp(`[^.${bots}]`, 'g'), '.'), bots);
  let moves = 0;
  for (let isQuiet = false; !isQuiet; ) {
    isQuiet = true;
    for (const bot of bots) {
      const held = now.filter((holder) => holder === bot).length;
      const count = wanted(alone(now.join(''), bots.length), held, 0, bot);
      for (let left = Math.abs(count); left > 0; left -= 1) {
        now[count > 0 ? now.indexOf('.') : now.lastIndexOf(bot)] = count > 0 ? bot : '.';
        moves += count > 0 ? 1 : 0;
        isQuiet = false;
      }
    }
  }
  return { holders: now.join(''), moves };
}

test('shards are assigned to clusters in order, and the last cluster gets the rest', () => {
  expect([0, 1, 2, 3].map((id) => shardIdsOf(numbering(1, 'current'), id))).toEqual([[0, 1], [2, 3], [4], []]);
});

test('a process takes its fair part of the free shards, and gives up the rest', () => {
  expect(wanted(alone('...', 1), 0)).toBe(3);
  expect(wanted(alone('...', 2), 0)).toBe(2);
  expect(wanted(alone('aa.', 2), 0)).toBe(1);
  expect(wanted(alone('aaa', 2), 0)).toBe(0);
  expect(wanted(alone('aaa', 2), 3)).toBe(-1);
  expect(wanted(alone('aab', 2), 2)).toBe(0);
  expect(wanted(alone('aaa', 9), 3)).toBe(-2);
});

test('bots share evenly, and as few clusters as possible move', () => {
  expect(settled('....', 'ab')).toEqual({ holders: 'aabb', moves: 4 });
  expect(settled('aaaa', 'ab')).toEqual({ holders: 'aabb', moves: 2 });
  expect(settled('aabb', 'abc')).toEqual({ holders: 'aabc', moves: 1 });
  expect(settled('aabc', 'bc')).toEqual({ holders: 'bcbc', moves: 2 });
  expect(settled('aabbc', 'abcd')).toEqual({ holders: 'aabdc', moves: 1 });
  expect(settled('aabbcc', 'abcd').moves).toBe(1);
  for (let count = 1; count <= 20; count += 1) {
    for (const bots of ['a', 'ab', 'abc', 'abcd', 'abcde']) {
      for (const start of ['.'.repeat(count), 'a'.repeat(count), 'ab'.repeat(count).slice(0, count)]) {
        const { holders } = settled(start, bots);
        const counts = bots.split('').map((bot) => holders.split('').filter((holder) => holder === bot).length);
        expect(Math.max(...counts) - Math.min(...counts), `${start} over ${bots}`).toBeLessThanOrEqual(1);
        expect(holders).not.toContain('.');
      }
    }
  }
});

test('clusters are small where there are few shards, and there are few of them where there are many', () => {
  expect([1, 4, 16, 17, 40, 256, 1000].map(clusterSizeFor)).toEqual([1, 1, 1, 2, 3, 16, 16]);
});

test('while there are two numberings nothing is handed on, a new one waits a lease, and an old one is left', () => {
  const both = (phase: Phase, phaseMs: number, holders: string): Situation => ({
    generations: [numbering(1, phase === 'current' ? 'going' : 'current'), numbering(2, phase, phaseMs)],
    clusters: [...clusters(1, 'AAA'), ...clusters(2, holders)],
    bots: 2,
  });
  expect(wanted(both('coming', 11_999, '...'), 0, 1)).toBe(0);
  expect(wanted(both('coming', 12_000, '...'), 0, 1)).toBe(2);
  expect(wanted(both('coming', 12_000, 'aaa'), 3, 1)).toBe(0);
  expect(wanted(both('current', 0, 'AAA'), 3, 0)).toBe(-3);
});

test('the number of shards changes step by step, each only when all of it is up and all have seen the last one', () => {
  const at = (phase: Phase, phaseMs: number, holders: string) =>
    nextStep({ generations: [numbering(2, phase, phaseMs)], clusters: clusters(2, holders), bots: 1 }, timing)?.kind;
  expect(at('coming', 0, 'AAa')).toBeUndefined();
  expect(at('coming', 0, 'AA.')).toBeUndefined();
  expect(at('coming', 0, 'AAB')).toBe('share');
  expect(at('shared', 19_999, 'AAA')).toBeUndefined();
  expect(at('shared', 20_000, 'AAa')).toBeUndefined();
  expect(at('shared', 20_000, 'AAA')).toBe('switch');
  expect(at('going', 7999, '...')).toBeUndefined();
  expect(at('going', 8000, '..a')).toBeUndefined();
  expect(at('going', 8000, '...')).toBe('delete');
  expect(at('current', 1e9, 'AAA')).toBeUndefined();
});

test('at every moment of a change some set passes events on, and never two without a claim', () => {
  const may = (mine: Generation, other: Generation, agoMs = 0) =>
    admissionOf(mine, { all: [mine, other], agoMs }, timing);
  const moments: (readonly [Generation, Generation])[] = [
    [numbering(1, 'current'), numbering(2, 'coming')],
    [numbering(1, 'current'), numbering(2, 'shared', 0)],
    [numbering(1, 'current'), numbering(2, 'shared', 12_000)],
    [numbering(1, 'going'), numbering(2, 'current')],
  ];
  expect(moments.map(([old, next]) => [may(old, next), may(next, old)])).toEqual([
    ['leading', 'muted'],
    ['claiming', 'muted'],
    ['claiming', 'claiming'],
    ['claiming', 'claiming'],
  ]);
  // A late round does not keep the new set silent, because processes that are on time leave the old one.
  const [old, next] = [numbering(1, 'current'), numbering(2, 'shared', 11_000)];
  expect([may(next, old, 999), may(next, old, 1000)]).toEqual(['muted', 'claiming']);
  expect(admissionOf(numbering(2, 'current'), { all: [numbering(2, 'current')], agoMs: 0 }, timing)).toBe('alone');
});
