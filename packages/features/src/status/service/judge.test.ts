import type { Component } from '@tally/contract';
import { days, minutes } from '@tally/kernel';
import { expect, it } from 'vitest';
import type { HealthRow } from '../tables.ts';
import { judge } from './judge.ts';

const now = new Date('2026-11-28T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);
const row = (component: Component, about: Partial<HealthRow> = {}): HealthRow => ({
  component,
  state: 'up',
  streak: 0,
  sampledAt: now,
  sampledMs: 0,
  ...about,
});
const incident = (component: Component, about: object = {}) => ({
  components: [component],
  isMaintenance: false,
  impact: 'degraded' as const,
  cause: null,
  startsAt: ago(minutes(10)),
  endsAt: null,
  ...about,
});
const judged = (evidence: Partial<Parameters<typeof judge>[0]>) =>
  judge({ now, samples: [], counts: [], incidents: [], isGatewayWell: null, ...evidence });
const day = (on: string, good: number, bad: number, component: Component = 'kick') => ({
  component,
  day: on,
  good,
  bad,
});

it('an open incident of staff is in the headline and in the row of its part, sampled or not', () => {
  const well = judged({ samples: [row('api'), row('kick')] });
  expect(well.headline).toEqual({ state: 'operational', components: ['api', 'kick'] });
  const late = judged({ samples: [row('api')], incidents: [incident('kick')] });
  expect(late.headline).toEqual({ state: 'degraded', components: ['kick'] });
  expect(late.components).toMatchObject([
    { component: 'api', state: 'operational' },
    { component: 'kick', state: 'degraded', since: null, share: null, days: [{ state: 'degraded', good: 0, bad: 0 }] },
  ]);
});

it('the worse of measurements and incidents wins', () => {
  const stateWith = (impact: 'degraded' | 'partial' | 'major', state: 'up' | 'down') =>
    judged({ samples: [row('kick', { state })], incidents: [incident('kick', { impact })] }).headline.state;
  expect(stateWith('partial', 'up')).toBe('partial');
  expect(stateWith('degraded', 'down')).toBe('major');
  const both = judged({ incidents: [incident('kick'), incident('api', { isMaintenance: true })] });
  expect(both.headline).toEqual({ state: 'degraded', components: ['kick'] });
  expect(both.components.find(({ component }) => component === 'api')?.state).toBe('maintenance');
});

it('a past incident counts against the component, however mild; a maintenance and a planned one do not', () => {
  const counts = [day('2026-11-28', 1_440, 0)];
  const share = (about: object) =>
    judged({ samples: [row('kick')], counts, incidents: [incident('kick', about)] }).components[0];
  const over = { startsAt: ago(minutes(31)), endsAt: ago(minutes(20)) };
  expect(share(over)).toMatchObject({ state: 'operational', share: (1_440 - 22) / 1_440 });
  expect(share(over)?.days).toEqual([{ day: '2026-11-28', good: 1_418, bad: 22, state: 'degraded' }]);
  expect(share({ ...over, isMaintenance: true })).toMatchObject({ share: 1, days: [{ state: 'maintenance' }] });
  const planned = { isMaintenance: true, startsAt: ago(-minutes(5)), endsAt: ago(-minutes(9)) };
  expect(share(planned)).toMatchObject({ state: 'operational', share: 1, days: [{ state: 'operational' }] });
});

it('two concurrent incidents count once, and sampled outages are not counted again', () => {
  const counts = [day('2026-11-28', 100, 30)];
  const twice = [incident('kick'), incident('kick', { startsAt: ago(minutes(5)) })];
  const badWith = (incidents: typeof twice) =>
    judged({ counts, incidents }).components[0]?.days.map(({ good, bad }) => [good, bad]);
  expect(badWith(twice)).toEqual([[100, 30]]);
  expect(badWith([...twice, incident('kick', { startsAt: ago(minutes(20)) })])).toEqual([[90, 40]]);
  expect(badWith([incident('kick', { cause: 'trouble', startsAt: ago(minutes(40)) }) as never])).toEqual([[100, 30]]);
});

it('names the first measured day, and counts no day without samples', () => {
  const counts = [day('2026-11-25', 3, 1), day('2026-11-28', 4, 0)];
  const incidents = [incident('kick', { startsAt: ago(days(10)), endsAt: ago(days(9)) })];
  const { components, from, until } = judged({ counts, incidents });
  expect(components).toMatchObject([{ since: '2026-11-25', share: 7 / 8 }]);
  expect(components[0]?.days.map((each) => [each.day, each.state])).toEqual([
    ['2026-11-18', 'degraded'],
    ['2026-11-19', 'degraded'],
    ['2026-11-25', 'major'],
    ['2026-11-28', 'operational'],
  ]);
  expect([from, until]).toEqual(['2026-08-31', '2026-11-28']);
});

it('claims nothing without a recent sample; an unmeasured component does not affect the headline', () => {
  expect(judged({}).headline).toEqual({ state: 'unknown', components: [] });
  const stale = row('kick', { sampledAt: ago(minutes(6)) });
  expect(judged({ samples: [stale] }).headline).toEqual({ state: 'unknown', components: ['kick'] });
  expect(judged({ samples: [stale, row('api')] }).headline).toEqual({ state: 'operational', components: ['api'] });
});

it('shows a reconnecting bot at once, before samples report it', () => {
  const samples = [row('gateway'), row('api')];
  expect(judged({ samples, isGatewayWell: false }).headline).toEqual({ state: 'degraded', components: ['gateway'] });
  expect(judged({ samples, isGatewayWell: true }).headline.state).toBe('operational');
});
