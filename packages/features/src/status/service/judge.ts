import { Component, ComponentState, type HealthDay, type StatusHistory } from '@tally/contract';
import { days } from '@tally/kernel';
import type { DayCount } from '../store/health.ts';
import type { HealthRow, IncidentRow } from '../tables.ts';
import { dayOf, FRESH_MS, SAMPLE_EVERY_MS, SHOWN_DAYS } from './times.ts';

type Judged = Pick<StatusHistory, 'headline' | 'components' | 'from' | 'until'>;
type Affecting = Pick<IncidentRow, 'components' | 'isMaintenance' | 'impact' | 'cause' | 'startsAt' | 'endsAt'>;

interface Evidence {
  readonly now: Date;
  readonly samples: readonly HealthRow[];
  readonly counts: readonly DayCount[];
  readonly incidents: readonly Affecting[];
  /** The bot's current report, because samples lag by up to 90 seconds. Null if no bot has reported yet. */
  readonly isGatewayWell: boolean | null;
}

/** The share of bad samples that makes a day bad. A smaller share counts as a glitch. */
const BAD_DAY = 0.05;

/**
 * Decides our state for people and programs in one place, so no two places disagree. It combines the staff's incidents
 * and our measurements, and the worse of the two wins.
 */
export function judge({ now, samples, counts, incidents, isGatewayWell }: Evidence): Judged {
  const window = { from: dayOf(new Date(now.getTime() - days(SHOWN_DAYS - 1))), now };
  const components = Component.options
    .map((component) => ({
      component,
      sample: samples.find((row) => row.component === component),
      counts: counts.filter((each) => each.component === component),
      incidents: incidents.filter((each) => each.components.includes(component)),
    }))
    .map((own) => ({ ...own, days: daysOf(own, window) }))
    .filter(({ sample, days: known }) => sample || known.length > 0)
    .map(({ component, sample, incidents: own, days: known }) => ({
      component,
      state: gravest([
        sampledState(sample, now),
        ...(component === 'gateway' && isGatewayWell === false ? ['degraded' as const] : []),
        ...own.filter((each) => isOpen(each, now)).map(stateOf),
      ]),
      ...shareOf(known),
      days: known,
    }));
  const state = gravest(components.map((each) => each.state));
  const inIt = components.filter((each) => each.state === state).map(({ component }) => component);
  return { headline: { state, components: inIt }, components, from: window.from, until: dayOf(now) };
}

const stateOf = ({ isMaintenance, impact }: Affecting): ComponentState => (isMaintenance ? 'maintenance' : impact);

const isOpen = ({ startsAt, endsAt }: Affecting, now: Date): boolean => startsAt <= now && (!endsAt || now < endsAt);

function sampledState(row: HealthRow | undefined, now: Date): ComponentState {
  if (!row || now.getTime() - row.sampledAt.getTime() > FRESH_MS) return 'unknown';
  return row.state === 'up' ? 'operational' : 'major';
}

const isKnown = (state: ComponentState): boolean => state !== 'unknown';
const rank = (state: ComponentState): number => ComponentState.options.indexOf(state);

/** Returns the worst state. A component without a sample does not count. */
function gravest(states: readonly ComponentState[]): ComponentState {
  const [worst] = states.filter(isKnown).toSorted((one, other) => rank(other) - rank(one));
  return worst ?? 'unknown';
}

type Own = Pick<Evidence, 'counts' | 'incidents'>;

function daysOf({ counts, incidents }: Own, { from, now }: { from: string; now: Date }): HealthDay[] {
  const measured = new Map(counts.map((each) => [each.day, each]));
  const isTouched = (day: string) => incidents.some((each) => msOn([each], day, now) > 0);
  return Array.from({ length: SHOWN_DAYS }, (_, place) => dayOf(new Date(Date.parse(from) + days(place))))
    .filter((day) => measured.has(day) || isTouched(day))
    .map((day) =>
      dayWith({ day, good: measured.get(day)?.good ?? 0, bad: measured.get(day)?.bad ?? 0 }, incidents, now),
    );
}

/**
 * Samples are counted per day, so we cannot see which of them were inside an incident. The true count of bad samples is
 * at least the larger of both counts. A day without samples stays empty, because an incident alone is not a
 * measurement. Incidents that we detected ourselves are already in the samples.
 */
function dayWith({ day, good, bad }: Omit<HealthDay, 'state'>, incidents: readonly Affecting[], now: Date): HealthDay {
  const touching = incidents.filter((each) => msOn([each], day, now) > 0);
  const outages = touching.filter(({ isMaintenance, cause }) => !isMaintenance && cause === null);
  const inOutages = Math.ceil(msOn(outages, day, now) / SAMPLE_EVERY_MS);
  const allBad = Math.min(good + bad, Math.max(bad, inOutages));
  const state = gravest([measuredState({ good, bad }), ...touching.map(stateOf)]);
  return { day, good: good + bad - allBad, bad: allBad, state };
}

function measuredState({ good, bad }: Pick<HealthDay, 'good' | 'bad'>): ComponentState {
  if (good + bad === 0) return 'unknown';
  if (bad === 0) return 'operational';
  return bad / (good + bad) < BAD_DAY ? 'degraded' : 'major';
}

/** Returns how long at least one incident lasted on this day. */
function msOn(incidents: readonly Affecting[], day: string, now: Date): number {
  const start = Date.parse(day);
  const end = Math.min(start + days(1), now.getTime());
  let reached = start;
  let total = 0;
  for (const { startsAt, endsAt } of incidents.toSorted(
    (one, other) => Number(one.startsAt) - Number(other.startsAt),
  )) {
    const to = Math.min(end, (endsAt ?? now).getTime());
    const begin = Math.max(reached, startsAt.getTime());
    if (to <= begin) continue;
    total += to - begin;
    reached = to;
  }
  return total;
}

function shareOf(known: readonly HealthDay[]): { since: string | null; share: number | null } {
  const measured = known.filter(({ good, bad }) => good + bad > 0);
  const [first] = measured;
  if (!first) return { since: null, share: null };
  const good = measured.reduce((sum, day) => sum + day.good, 0);
  const bad = measured.reduce((sum, day) => sum + day.bad, 0);
  return { since: first.day, share: good / (good + bad) };
}
