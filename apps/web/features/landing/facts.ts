import { Faq } from '@tally/contract/faq/calls';
import { premium } from '@tally/contract/premium/calls';
import type { GuildPlan } from '@tally/contract/premium/plans';
import { Recent, Status } from '@tally/contract/status/calls';
import type { Locale } from '@tally/contract/wire/locales';
import { z } from 'zod';
import { config } from '../../lib/config.ts';

export interface Facts {
  readonly status: Status;
  readonly recent: readonly Recent[];
  /** The plans; empty if the API did not answer in time. */
  readonly plans: readonly GuildPlan[];
  readonly questions: readonly Faq[];
}

/** The maximum age of the counters, because many visitors share one request. */
const FRESH_MS = 60_000;
const FRESH_WHILE_CONNECTING_MS = 2_000;
const TIMEOUT_MS = 1500;
const QUESTIONS = 5;

const kept = new Map<Locale, { until: number; readonly facts: Promise<Facts | null> }>();
const last = new Map<Locale, Facts>();

/** While no shard is connected, the number of servers is unknown, so it must not be shown as zero. */
export const isCounted = ({ clusters }: Status): boolean =>
  clusters.some(({ shards }) => shards.some(({ status }) => status === 'ready'));

/** The API's counts. During an outage, returns the last known counts or none. */
export async function readFacts(locale: Locale): Promise<Facts | null> {
  const now = Date.now();
  const before = kept.get(locale);
  const asked = before && now <= before.until ? before : { until: now + FRESH_MS, facts: fetchFacts(locale) };
  kept.set(locale, asked);
  const fresh = await asked.facts;
  if (fresh) last.set(locale, fresh);
  if (!fresh) asked.until = 0;
  else if (!isCounted(fresh.status)) asked.until = now + FRESH_WHILE_CONNECTING_MS;
  return fresh ?? last.get(locale) ?? null;
}

async function fetchFacts(locale: Locale): Promise<Facts | null> {
  try {
    const [status, recent, plans, questions] = await Promise.all([
      ask(locale, '/status?topServers=true', Status),
      ask(locale, '/recent', z.array(Recent)),
      ask(locale, '/premium/plans', premium.listPlans.reply).catch(() => null),
      ask(locale, '/data/faq', z.array(Faq)).catch(() => []),
    ]);
    const ofServers = (plans?.tiers ?? []).filter((plan) => plan.type === 'guild');
    return {
      status,
      recent,
      plans: ofServers.toSorted((one, other) => one.cents - other.cents),
      questions: questions.slice(0, QUESTIONS),
    };
  } catch {
    return null;
  }
}

async function ask<S extends z.ZodType>(locale: Locale, path: string, schema: S): Promise<z.output<S>> {
  const answer = await fetch(config().API_URL + path, {
    headers: { 'accept-language': locale },
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const { data } = z.object({ status: z.literal(200), data: z.unknown() }).parse(await answer.json());
  return schema.parse(data);
}
