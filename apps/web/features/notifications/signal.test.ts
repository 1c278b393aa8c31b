import type { JournalRow } from '@tally/contract/notifications/journal';
import { expect, test } from 'vitest';
import { lastPosted, signalOf } from './signal.ts';

const at = (ms: number) => new Date(1_800_000_000_000 + ms);
const times = (rest: Partial<JournalRow['times']>): JournalRow['times'] => ({
  detected: at(0),
  matched: null,
  queued: null,
  sent: null,
  edited: null,
  seen: null,
  ...rest,
});
const states = (row: Parameters<typeof signalOf>[0]) => signalOf(row).nodes.map((node) => node.state);

test('a posted message went the whole way', () => {
  const row = { outcome: 'posted' as const, times: times({ queued: at(20), sent: at(1800) }) };
  expect(states(row)).toEqual(['done', 'done', 'done', 'done']);
  expect(signalOf(row).tookMs).toBe(1800);
});

test('a late delivery is marked at its slow step', () => {
  expect(states({ outcome: 'late', times: times({ queued: at(20), sent: at(41_000) }) })).toEqual([
    'done',
    'done',
    'late',
    'late',
  ]);
});

test('a failed one is broken at the failing node', () => {
  expect(states({ outcome: 'failed', times: times({ queued: at(20) }) })).toEqual(['done', 'done', 'failed', 'ahead']);
});

test('a skipped one stops after detection, without a break', () => {
  const row = { outcome: 'skipped' as const, times: times({ queued: at(20) }) };
  expect(states(row)).toEqual(['done', 'ahead', 'ahead', 'ahead']);
  expect(signalOf(row).tookMs).toBeNull();
});

test('one under way shows where it is', () => {
  expect(states({ outcome: null, times: times({ queued: at(20) }) })).toEqual(['done', 'done', 'now', 'ahead']);
});

test('a test replaces the last post only while there is no real one', () => {
  const row = (kind: JournalRow['kind']) => ({ kind }) as JournalRow;
  expect(lastPosted([])).toBeUndefined();
  expect(lastPosted([row('update')])).toBeUndefined();
  expect(lastPosted([row('test'), row('update')])?.kind).toBe('test');
  expect(lastPosted([row('test'), row('update'), row('live')])?.kind).toBe('live');
});
