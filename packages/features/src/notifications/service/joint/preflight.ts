import type { ServerId } from '@tally/contract';
import { findServerStates, type ServerState } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import { missingIn } from '@tally/pipeline/delivery';
import { report } from '../../../error-logs/index.ts';
import { notifyManagersSoon } from '../../../journal/index.ts';
import { findChannelTrouble } from '../../../places/index.ts';
import { closeRoom, listCreators, pageClosed } from '../../store/creators.ts';
import type { CreatorRow } from '../../tables.ts';

const SERVERS_AT_ONCE = 100;

/** Rechecks every server with a closed channel, because we may have missed the event that opened it again. */
export async function checkClosed(ctx: Ctx): Promise<void> {
  for (let after: ServerId | null = null; ; ) {
    const page: readonly ServerId[] = await pageClosed(ctx.db, after, SERVERS_AT_ONCE);
    const states = await findServerStates(ctx.db, page);
    for (const state of states.values()) await checkRooms(ctx, state);
    after = page.at(-1) ?? null;
    if (page.length < SERVERS_AT_ONCE) return;
  }
}

/**
 * Checks the creators' own channels in one server. Reports once when the bot may no longer post there, and once when it
 * may again.
 */
export async function checkRooms(ctx: Ctx, server: ServerState): Promise<void> {
  for (const creator of await listCreators(ctx.db, server.id)) {
    const isClosed = isClosedTo(ctx, server, creator);
    if (isClosed !== null && isClosed !== creator.isRoomClosed) await say(ctx, creator, isClosed);
  }
}

/** Null if the channel's state is unknown. The stored state then stays. */
function isClosedTo(ctx: Ctx, server: ServerState, { notificationChannelId }: CreatorRow): boolean | null {
  if (!notificationChannelId) return false;
  const missing = missingIn(ctx, server, notificationChannelId);
  return missing && missing.length > 0;
}

async function say(ctx: Ctx, creator: CreatorRow, isClosed: boolean): Promise<void> {
  const { id, serverId, name, notificationChannelId: channelId } = creator;
  const about = { reason: 'missingPermission', what: name, path: '/creators' } as const;
  const trouble = isClosed && channelId ? await findChannelTrouble(ctx, serverId, { ...about, channelId }) : null;
  await ctx.db.transaction(async (tx) => {
    if (!(await closeRoom(tx, id, isClosed))) return;
    const isNews = trouble ? await report(ctx, serverId, trouble, tx) : true;
    const what = isClosed ? 'broken' : 'repaired';
    if (isNews) await notifyManagersSoon(ctx, tx, { serverId, what, names: [name], path: '/creators' });
  });
}
