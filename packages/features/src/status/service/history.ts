import type { Incident, OpenIncident, StatusHistory } from '@tally/contract';
import { cursorOfOne, pieces, rowAt } from '@tally/infra/page';
import { AppError, type Ctx, days, readRowId, seconds, versionOf } from '@tally/kernel';
import { listDays, listHealth } from '../store/health.ts';
import { findIncident, listIncidents, listOpen, listSince, listUpdates } from '../store/incidents.ts';
import type { IncidentRow, IncidentUpdateRow } from '../tables.ts';
import { judge } from './judge.ts';
import { isGatewayWell } from './measure.ts';
import { dayOf, SHOWN_DAYS } from './times.ts';

/** Briefly cached, because the history is public and every page loads it. */
const READ_EVERY_MS = seconds(10);
const A_PAGE = 20;

export async function readHistory(ctx: Ctx): Promise<StatusHistory> {
  return await ctx.cache.get('status/history', READ_EVERY_MS, () => readHistoryNow(ctx));
}

async function readHistoryNow(ctx: Ctx): Promise<StatusHistory> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - days(SHOWN_DAYS - 1));
  const [samples, counts, incidents, isBotWell] = await Promise.all([
    listHealth(ctx.db),
    listDays(ctx.db, dayOf(since)),
    listSince(ctx.db, since),
    isGatewayWell(ctx),
  ]);
  const sampledAt = Math.max(0, ...samples.map((row) => row.sampledAt.getTime()));
  return {
    ...judge({ now, samples, counts, incidents, isGatewayWell: isBotWell }),
    sampledAt: sampledAt === 0 ? null : new Date(sampledAt),
    incidents: await withUpdates(ctx, incidents),
  };
}

/** Returns the open incident, which every page shows. */
export async function findOpenIncident(ctx: Ctx): Promise<OpenIncident | null> {
  const open = await ctx.cache.get('status/open', READ_EVERY_MS, () => listOpen(ctx.db, ctx.clock.now()));
  const [row] = open;
  if (!row) return null;
  const { id, title, cause, components } = row;
  return { incidentId: String(id), title, cause, components };
}

const nextIncidents = cursorOfOne(pieces.rowId);

export async function readIncidents(
  ctx: Ctx,
  { limit = A_PAGE, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Incident[]> {
  const after = await rowAt(nextIncidents, cursor, async (id) => await findIncident(ctx.db, id));
  return await withUpdates(ctx, await listIncidents(ctx.db, { limit, after }));
}

export async function readIncident(ctx: Ctx, incidentId: string): Promise<Incident> {
  const row = await findIncident(ctx.db, readRowId(incidentId));
  if (!row) throw new AppError('notFound');
  const [incident] = await withUpdates(ctx, [row]);
  return incident as Incident;
}

async function withUpdates(ctx: Ctx, rows: readonly IncidentRow[]): Promise<Incident[]> {
  const updates = await listUpdates(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    toIncident(row, { updates: updates.filter(({ incidentId }) => incidentId === row.id), now: ctx.clock.now() }),
  );
}

function toIncident(
  row: IncidentRow,
  { updates, now }: { updates: readonly IncidentUpdateRow[]; now: Date },
): Incident {
  const { id, ...about } = row;
  return {
    ...about,
    incidentId: String(id),
    state: stateOf(row, { newest: updates[0], now }),
    updates: updates.map(({ state, text, toldAt }) => ({ state, text, at: toldAt })),
    version: versionOfIncident(row),
  };
}

function stateOf(
  { isMaintenance, startsAt, endsAt }: IncidentRow,
  { newest, now }: { newest: IncidentUpdateRow | undefined; now: Date },
): Incident['state'] {
  if (!isMaintenance) return endsAt ? 'over' : (newest?.state ?? 'found');
  if (now < startsAt) return 'planned';
  return endsAt && now >= endsAt ? 'over' : 'underway';
}

export const versionOfIncident = (row: IncidentRow): string => versionOf({ ...row, id: String(row.id) });
