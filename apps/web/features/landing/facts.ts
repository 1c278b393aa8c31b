import { Recent, Status } from '@tally/contract/status/calls';
import { z } from 'zod';
import { config } from '../../lib/config.ts';

export interface Facts {
  readonly status: Status;
  readonly recent: readonly Recent[];
}

/** Counters may be this old; many visitors are one question. */
const FRESH_MS = 60_000;
const FRESH_WHILE_CONNECTING_MS = 2_000;
const TIMEOUT_MS = 1500;

let kept: { until: number; readonly facts: Promise<Facts | null> } | undefined;
let last: Facts | null = null;

/** While no shard is connected, the number of servers is unknown, which is not zero. */
export const isCounted = ({ clusters }: Status): boolean =>
  clusters.some(({ shards }) => shards.some(({ status }) => status === 'ready'));

/** The API's counts. During an outage: its last ones, or none; never invented figures. */
export async function readFacts(): Promise<Facts | null> {
  const now = Date.now();
  if (!kept || now > kept.until) kept = { until: now + FRESH_MS, facts: fetchFacts() };
  const asked = kept;
  const fresh = await asked.facts;
  if (fresh) last = fresh;
  if (!fresh) asked.until = 0;
  else if (!isCounted(fresh.status)) asked.until = now + FRESH_WHILE_CONNECTING_MS;
  return fresh ?? last;
}

async function fetchFacts(): Promise<Facts | null> {
  try {
    const [status, recent] = await Promise.all([
      ask('/status?topServers=true', Status),
      ask('/recent', z.array(Recent)),
    ]);
    return { status, recent };
  } catch {
    return null;
  }
}

async function ask<S extends z.ZodType>(path: string, schema: S): Promise<z.infer<S>> {
  const answer = await fetch(config().API_URL + path, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
  const { data } = z.object({ status: z.literal(200), data: z.unknown() }).parse(await answer.json());
  return schema.parse(data);
}
