import { type Override, OverrideBody, type ServerId } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx } from '@tally/kernel';
import { checkChoices } from '../../places/index.ts';
import { planOf } from '../../servers/index.ts';
import { changeInList } from '../../settings/index.ts';
import { changePriority, deleteOverride, listOverrides, saveOverride } from '../store/overrides.ts';
import { checkFlags, checkOverrides } from './check.ts';
import { asOverride, wholeOverride } from './wire.ts';

/** The setting's name on the wire. */
const WHAT = 'notificationOverrides';

/** Adds an override, or replaces the one that `which` names. The default is the one with the body's priority. */
export async function changeOverride(
  ctx: Ctx,
  serverId: ServerId,
  {
    body,
    which = body.priorityOnConflict,
    version,
    reply,
  }: { body: OverrideBody; which?: number | undefined; version?: string | undefined; reply?: string },
): Promise<void> {
  const known = (await listOverrides(ctx.db, serverId)).map(asOverride);
  const replaced = find(known, which);
  const wanted = wholeOverride(body, replaced);
  await checkFlags(ctx, serverId, [wanted]);
  await checkOverrides(
    ctx,
    [{ override: wanted, path: '' }],
    known.filter((each) => each !== replaced),
  );
  await checkChoices(ctx, serverId, { schema: OverrideBody, value: wanted });
  const { limits } = await planOf(ctx, serverId);
  await changeInList(ctx, serverId, { what: WHAT, key: String(which), version }, async (tx) => {
    const overrides = (await listOverrides(tx, serverId)).map(asOverride);
    const former = find(overrides, which);
    const to = wanted.priorityOnConflict;
    if (!former && which !== to) throw new AppError('overrideNotFound', { priority: which });
    if (which !== to && find(overrides, to)) throw new AppError('priorityTaken', { priority: to });
    if (!former && overrides.length >= limits.maxOverrides)
      throw new AppError('planLimit', { limit: limits.maxOverrides, what: 'overrides' });
    if (which !== to) await changePriority(tx, serverId, { from: which, to });
    await saveOverride(tx, serverId, wholeOverride(body, former), ctx.clock.now());
    await keepReply(ctx, tx, reply);
  });
}

export async function removeOverride(
  ctx: Ctx,
  serverId: ServerId,
  { priority, version }: { priority: number; version?: string | undefined },
): Promise<void> {
  await changeInList(ctx, serverId, { what: WHAT, key: String(priority), version }, async (tx) => {
    const former = find((await listOverrides(tx, serverId)).map(asOverride), priority);
    if (!former) throw new AppError('overrideNotFound', { priority });
    await deleteOverride(tx, serverId, priority);
  });
}

const find = (overrides: readonly Override[], priority: number): Override | undefined =>
  overrides.find((each) => each.priorityOnConflict === priority);
