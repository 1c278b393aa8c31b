import { hasFlag, type QuietHours, type ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, seconds } from '@tally/kernel';
import { type Excess, plansOf, type ServerPlan } from '../../servers/index.ts';
import { decideFor } from '../match/ask.ts';
import { noOutcome, type Words } from '../match/decide.ts';
import { isQuiet } from '../match/quiet.ts';
import { judge, noRules, type ServerRules, type Verdict } from '../match/verdict.ts';
import { listHolds, saveHolds } from '../store/holds.ts';
import { listOverridesOf, listRules } from '../store/overrides.ts';
import type { OverrideRow } from '../tables.ts';
import { asOverride } from './wire.ts';

export interface Question {
  readonly serverIds: readonly ServerId[];
  readonly words: Words;
  /** Null for a video, for which nothing is stored. */
  readonly sessionId: string | null;
}

export type Verdicts = (serverId: ServerId) => Verdict;

/**
 * Returns the verdicts of many servers' overrides and quiet hours on one stream or video. The number of queries does
 * not grow with the servers.
 */
export async function judgeServers(ctx: Ctx, { serverIds, words, sessionId }: Question): Promise<Verdicts> {
  const [rules, holds] = await Promise.all([
    loadServerRules(ctx, serverIds),
    sessionId === null ? new Map<ServerId, never>() : listHolds(ctx.db, sessionId, serverIds),
  ]);
  const asked = [...rules].filter(([, { overrides }]) => overrides.length > 0);
  const decided = await decideFor(ctx, { words, servers: asked.map(([, { overrides }]) => overrides) });
  const outcomes = new Map(asked.map(([serverId], place) => [serverId, decided[place]]));
  const now = ctx.clock.now();
  const isQuietNow = quietAt(now);
  const verdicts = new Map<ServerId, Verdict>();
  return (serverId) => {
    const known = verdicts.get(serverId);
    if (known) return known;
    const server = rules.get(serverId) ?? noRules;
    const hold = holds.get(serverId) ?? null;
    const verdict = judge({ server, outcome: outcomes.get(serverId) ?? noOutcome, hold, now, isQuiet: isQuietNow });
    // A video's words never change, so its verdict is final.
    const final = sessionId === null ? { ...verdict, awaitsCategory: false, newHold: null } : verdict;
    verdicts.set(serverId, final);
    return final;
  };
}

/** Stores decisions that hold for a while. Runs in the transaction that stores the results of the verdicts. */
export async function rememberVerdicts(
  tx: Db,
  sessionId: string,
  made: readonly { readonly serverId: ServerId; readonly verdict: Verdict }[],
): Promise<void> {
  const holds = new Map(made.flatMap(({ serverId, verdict: { newHold } }) => (newHold ? [[serverId, newHold]] : [])));
  await saveHolds(
    tx,
    sessionId,
    [...holds].map(([serverId, hold]) => ({ serverId, hold })),
  );
}

export async function loadServerRules(
  ctx: Ctx,
  serverIds: readonly ServerId[],
): Promise<ReadonlyMap<ServerId, ServerRules>> {
  const ids = [...new Set(serverIds)];
  const [rows, rules] = await Promise.all([listOverridesOf(ctx.db, ids), listRules(ctx.db, ids)]);
  const overrides = Map.groupBy(rows, (row) => row.serverId);
  const inForce = await withinPlan(ctx, overrides);
  const switches = new Map(rules.map((each) => [each.serverId, each]));
  return new Map(
    [...new Set([...overrides.keys(), ...switches.keys()])].map((serverId) => [
      serverId,
      {
        overrides: (inForce.get(serverId) ?? []).map(asOverride),
        onlyOverrides: switches.get(serverId)?.onlyOverrides ?? false,
        quietHours: switches.get(serverId)?.quietHours ?? null,
      },
    ]),
  );
}

/** Lists what a smaller plan would not include, newest first. Computed on reading, so no row is paused. */
export async function listExceeding(ctx: Ctx, serverId: ServerId, plan: ServerPlan): Promise<readonly Excess[]> {
  const rows = await listOverridesOf(ctx.db, [serverId]);
  const isHeld = hasFlag(plan.bitfield, 'NotificationOverrides');
  const over = isHeld ? rows.slice(plan.limits.maxOverrides) : rows;
  return over.toReversed().map(({ priority, query }) => ({
    addon: 'Overrides',
    id: String(priority),
    name: query.join(', ') || String(priority),
  }));
}

/** Drops overrides beyond a smaller plan, newest first. Their rows stay. */
async function withinPlan(
  ctx: Ctx,
  overrides: ReadonlyMap<ServerId, readonly OverrideRow[]>,
): Promise<ReadonlyMap<ServerId, readonly OverrideRow[]>> {
  const planOf = await plansOf(ctx, [...overrides.keys()]);
  return new Map(
    [...overrides].map(([serverId, rows]) => {
      const { bitfield, limits } = planOf(serverId);
      return [serverId, hasFlag(bitfield, 'NotificationOverrides') ? rows.slice(0, limits.maxOverrides) : []];
    }),
  );
}

/** Caches answers, because most servers with quiet hours share the same hours and time zone. */
export function quietAt(now: Date): (quiet: QuietHours) => boolean {
  const answers = new Map<string, boolean>();
  return (quiet) => {
    if (!quiet.enabled) return false;
    const key = `${quiet.timeZone} ${quiet.from} ${quiet.until}`;
    const known = answers.get(key) ?? isQuiet(quiet, now);
    answers.set(key, known);
    return known;
  };
}

/** A fan-out that began in the last second of quiet hours may still be writing. The next run includes its late rows. */
export const SETTLING_MS = seconds(5);

/** Lists servers outside quiet hours. If a server has switched quiet hours off, it gets its digest immediately. */
export async function listAwake(ctx: Ctx, serverIds: readonly ServerId[]): Promise<ServerId[]> {
  const now = ctx.clock.now();
  const [isQuietNow, wasQuiet] = [quietAt(now), quietAt(new Date(now.getTime() - SETTLING_MS))];
  const rules = await loadServerRules(ctx, serverIds);
  return serverIds.filter((serverId) => {
    const quiet = rules.get(serverId)?.quietHours;
    return !quiet || !(isQuietNow(quiet) || wasQuiet(quiet));
  });
}
