import type { IncidentBody, IncidentPatch, IncidentUpdateBody } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, describeToStaff, readRowId, say } from '@tally/kernel';
import { changeIncident, deleteIncident, insertIncident, insertUpdate, lockIncident } from '../store/incidents.ts';
import type { IncidentRow } from '../tables.ts';
import { announce, titleOf } from './announce.ts';
import { versionOfIncident } from './history.ts';

const pageOf = (id: bigint): string => `/status/${id}`;

export async function addIncident(ctx: Ctx, { text, ...about }: IncidentBody): Promise<{ incidentId: string }> {
  requireOrder(ctx, about);
  const now = ctx.clock.now();
  const id = await ctx.db.transaction(async (tx) => {
    const incidentId = await insertIncident(tx, { ...about, feedId: ctx.random.uuid(), cause: null });
    // An incident entered after its end is closed from the start.
    const state = !about.isMaintenance && about.endsAt ? 'over' : 'found';
    await announce(ctx, tx, await insertUpdate(tx, { incidentId, state, text, toldAt: now }));
    await keepReply(ctx, tx, { incidentId: String(incidentId) });
    describeToStaff(ctx, { title: titleOf({ ...about, cause: null }), href: pageOf(incidentId) });
    return incidentId;
  });
  await forgetRead(ctx);
  return { incidentId: String(id) };
}

/** Refuses to overwrite another person's save. */
export async function updateIncident(
  ctx: Ctx,
  incidentId: string,
  { patch, version }: { patch: IncidentPatch; version: string | undefined },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockIncident(tx, readRowId(incidentId));
    if (!row) throw new AppError('notFound');
    if (version !== undefined && version !== versionOfIncident(row)) throw new AppError('changedMeanwhile');
    requireOrder(ctx, { ...row, ...patch });
    const { id, feedId: _feedId, cause: _cause, ...before } = row;
    const after = { ...before, ...patch };
    describeToStaff(ctx, { title: titleOf({ ...row, ...patch }), href: pageOf(id), before, after });
    await changeIncident(tx, id, patch);
  });
  await forgetRead(ctx);
}

/** Posts an update. `over` ends the incident, and any other update reopens an ended one. */
export async function tellIncident(
  ctx: Ctx,
  incidentId: string,
  { state, text, reply }: IncidentUpdateBody & { readonly reply?: string },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockIncident(tx, readRowId(incidentId));
    if (!row) throw new AppError('notFound');
    const now = ctx.clock.now();
    if (!row.isMaintenance) await changeIncident(tx, row.id, { endsAt: state === 'over' ? (row.endsAt ?? now) : null });
    // Ends a maintenance before its planned end.
    else if (state === 'over' && now < (row.endsAt ?? now))
      await changeIncident(tx, row.id, { endsAt: laterOf(now, row.startsAt) });
    await announce(ctx, tx, await insertUpdate(tx, { incidentId: row.id, state, text, toldAt: now }));
    describeToStaff(ctx, { title: titleOf(row), href: pageOf(row.id) });
    await keepReply(ctx, tx, reply);
  });
  await forgetRead(ctx);
}

export async function removeIncident(ctx: Ctx, incidentId: string): Promise<void> {
  const gone = await deleteIncident(ctx.db, readRowId(incidentId));
  if (!gone) throw new AppError('notFound');
  describeToStaff(ctx, { title: titleOf(gone) });
  await forgetRead(ctx);
}

function requireOrder(
  ctx: Ctx,
  { startsAt, endsAt, isMaintenance }: Pick<IncidentRow, 'startsAt' | 'endsAt' | 'isMaintenance'>,
): void {
  if (endsAt && endsAt < startsAt) throw new AppError('invalidFields', {}, [say(ctx.locale, 'status.endsBefore')]);
  if (isMaintenance && !endsAt) throw new AppError('invalidFields', {}, [say(ctx.locale, 'status.needsEnd')]);
  if (!isMaintenance && startsAt > ctx.clock.now())
    throw new AppError('invalidFields', {}, [say(ctx.locale, 'status.startsLater')]);
}

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

async function forgetRead(ctx: Ctx): Promise<void> {
  await ctx.cache.forget('status/history');
  await ctx.cache.forget('status/open');
}
