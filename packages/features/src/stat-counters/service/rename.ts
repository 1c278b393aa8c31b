import type { ChannelId, CounterPause } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, minutes, seconds, UpstreamError } from '@tally/kernel';
import { report, type Trouble } from '../../error-logs/index.ts';
import { nextRename, recentOf } from '../match.ts';
import { changeCounter, lockCounter } from '../store.ts';
import type { CounterRow } from '../tables.ts';

const OUTAGE_MS = seconds(30);
const PAGE = '/stat-counters';

/**
 * Renames the channel to its latest name, if allowed. Returns when to try again. The attempt is recorded first, so a
 * crash uses up one of the two renames.
 */
export async function renameCounter(ctx: Ctx, channelId: ChannelId): Promise<Date | null> {
  const row = await ctx.db.transaction(async (tx) => {
    const held = await lockCounter(tx, channelId);
    if (!held) return null;
    const now = ctx.clock.now();
    if (held.pausedBy || held.wanted === held.shown) {
      await changeCounter(tx, channelId, { dueAt: null });
      return null;
    }
    if (held.dueAt && held.dueAt > now) return { ...held, again: held.dueAt };
    const again = nextRename(held.renamedAt, now);
    const renamedAt = again ? held.renamedAt : [...recentOf(held.renamedAt, now), now];
    await changeCounter(tx, channelId, { renamedAt, dueAt: again ?? new Date(now.getTime() + minutes(1)) });
    return { ...held, again };
  });
  if (!row) return null;
  return row.again ?? (await attempt(ctx, row));
}

async function attempt(ctx: Ctx, { channelId, wanted, ...row }: CounterRow): Promise<Date | null> {
  try {
    await ctx.discord.servers.renameChannel({ channelId, name: wanted, reason: 'stat counter' });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const pausedBy = pauseOf(error);
    if (pausedBy) {
      await ctx.db.transaction(async (tx) => await pause(ctx, tx, { channelId, wanted, ...row }, pausedBy));
      return null;
    }
    const dueAt = new Date(ctx.clock.now().getTime() + (error.retryAfterMs ?? OUTAGE_MS));
    await changeCounter(ctx.db, channelId, { dueAt });
    return dueAt;
  }
  return await ctx.db.transaction(async (tx) => {
    const held = await lockCounter(tx, channelId);
    const isNewest = held?.wanted === wanted;
    await changeCounter(tx, channelId, { shown: wanted, dueAt: isNewest ? null : ctx.clock.now() });
    return held && !isNewest ? ctx.clock.now() : null;
  });
}

/** Null if a retry may help. Codes: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
function pauseOf(error: UpstreamError): CounterPause | null {
  if (error.kind === 'limited' || error.kind === 'down') return null;
  if (error.kind === 'gone') return 'channelGone';
  if (error.kind === 'denied') return 'permissions';
  // Without a status we could not read the answer, so it may not be a refusal.
  return error.status === undefined ? null : 'refused';
}

/**
 * The channel was deleted. We pause the counter at once, because its next rename, and so the report to the owner, could
 * be days away.
 */
export async function channelDeleted(ctx: Ctx, channelId: ChannelId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockCounter(tx, channelId);
    if (row && row.pausedBy !== 'channelGone') await pause(ctx, tx, row, 'channelGone');
  });
}

async function pause(ctx: Ctx, tx: Db, row: CounterRow, pausedBy: CounterPause): Promise<void> {
  await changeCounter(tx, row.channelId, { pausedBy, pausedAt: ctx.clock.now(), dueAt: null });
  await report(ctx, row.serverId, troubleOf(row, pausedBy), tx);
}

function troubleOf({ channelId, shown }: CounterRow, pausedBy: CounterPause): Trouble {
  const what = { say: 'statCounters.what' } as const;
  switch (pausedBy) {
    case 'permissions':
      return {
        reason: 'missingPermission',
        details: { place: shown },
        missingPermissions: ['ViewChannel', 'ManageChannels', 'Connect'],
        action: { kind: 'grantPermissions', path: null, targetId: channelId },
      };
    case 'channelGone':
      return {
        reason: 'unknownChannel',
        details: { what },
        action: { kind: 'openPage', path: PAGE, targetId: channelId },
      };
    case 'refused':
      return {
        reason: 'messageRefused',
        details: { what, reason: shown },
        action: { kind: 'openPage', path: PAGE, targetId: channelId },
      };
    default:
      return pausedBy satisfies never;
  }
}
