import { isDeepStrictEqual } from 'node:util';
import { type ChannelId, type ServerId, StickyBody } from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import { checkChoices } from '../../places/index.ts';
import { planOf } from '../../servers/index.ts';
import { changeInList, type SettingsTx } from '../../settings/index.ts';
import { changeSticky, deleteSticky, insertSticky, listStickies } from '../store/stickies.ts';
import type { StickyRow } from '../tables.ts';
import { checkSticky } from './check.ts';
import { callWhenDue } from './due.ts';
import { forgetWatched } from './notice.ts';
import { withdrawSticky } from './settle.ts';
import { type StickySettings, wholeSticky } from './wire.ts';

/** The setting's name on the wire. */
const WHAT = 'stickyMessages';

/** Adds a sticky, or replaces the one in the channel `which`. The default is the body's own channel. */
export async function saveSticky(
  ctx: Ctx,
  serverId: ServerId,
  {
    body,
    which = body.channelId,
    version,
  }: { body: StickyBody; which?: ChannelId | undefined; version?: string | undefined },
): Promise<void> {
  const known = await listStickies(ctx.db, serverId);
  await checkSticky(ctx, serverId, wholeSticky(body, find(known, which)));
  await checkChoices(ctx, serverId, { schema: StickyBody, value: body });
  const { limits } = await planOf(ctx, serverId);
  await changeInList(ctx, serverId, { what: WHAT, key: which, version }, async (tx) => {
    const rows = await listStickies(tx, serverId);
    const former = find(rows, which);
    const to = body.channelId;
    if (!former && which !== to) throw new AppError('notFound');
    if (which !== to && find(rows, to)) throw new AppError('alreadyExists');
    if (!former && rows.length >= limits.maxStickyMessages)
      throw new AppError('planLimit', { limit: limits.maxStickyMessages, what: 'stickyMessages' });
    await put(ctx, tx, { serverId, former, wanted: wholeSticky(body, former) });
  });
  await forgetWatched(ctx);
}

export async function removeSticky(
  ctx: Ctx,
  serverId: ServerId,
  { channelId, version }: { channelId: ChannelId; version?: string | undefined },
): Promise<void> {
  await changeInList(ctx, serverId, { what: WHAT, key: channelId, version }, async (tx) => {
    const former = find(await listStickies(tx, serverId), channelId);
    if (!former) throw new AppError('notFound');
    await remove(ctx, tx, former);
  });
  await forgetWatched(ctx);
}

interface Putting {
  readonly serverId: ServerId;
  readonly former: StickyRow | undefined;
  readonly wanted: StickySettings;
}

/** Saves a sticky. A person saves on purpose, so a sticky that was paused for a problem is tried again. */
export async function put(ctx: Ctx, tx: SettingsTx, { serverId, former, wanted }: Putting): Promise<void> {
  const now = ctx.clock.now();
  const dueAt = wanted.enabled ? now : null;
  const stays = former?.channelId === wanted.channelId;
  if (former && stays) {
    const isBack = !former.enabled || former.pausedBy !== null;
    const isNew = isBack || !former.standingKey || !isDeepStrictEqual(former.body, wanted.body);
    const again = { pausedBy: null, ...(isNew || !dueAt ? { dueAt } : {}) };
    await changeSticky(tx, former.id, { ...wanted, ...again });
    if (isNew && dueAt) await callWhenDue(ctx, wanted.channelId, { at: dueAt, tx });
    return;
  }
  if (former) await remove(ctx, tx, former);
  const addedAt = former?.addedAt ?? now;
  const isOurs = await insertSticky(tx, { ...wanted, id: ctx.random.uuid(), serverId, addedAt, dueAt });
  if (!isOurs) {
    // Another server cannot own this channel's sticky. If a server left, its rows were deleted with it.
    ctx.log.warn({ serverId, channelId: wanted.channelId }, "this channel's sticky belongs to another server");
    throw new AppError('conflict');
  }
  if (dueAt) await callWhenDue(ctx, wanted.channelId, { at: dueAt, tx });
}

/** Removes the posted message. A message that is being sent is removed as soon as it is posted. */
export async function remove(ctx: Ctx, tx: SettingsTx, row: StickyRow): Promise<void> {
  await deleteSticky(tx, row.id);
  for (const key of [row.pendingKey, row.standingKey]) if (key) await withdrawSticky(ctx, tx, key);
}

const find = (rows: readonly StickyRow[], channelId: ChannelId): StickyRow | undefined =>
  rows.find((row) => row.channelId === channelId);
