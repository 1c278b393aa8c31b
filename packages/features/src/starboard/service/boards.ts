import type { ServerId } from '@tally/contract';
import { type Ctx, minutes } from '@tally/kernel';
import { planOf } from '../../servers/index.ts';
import { covered, isAtWork } from '../match.ts';
import { listBoards, listServersWithBoards } from '../store/boards.ts';
import type { Board } from '../tables.ts';

const SERVERS = 'starboard/servers';
const boardsKey = (serverId: ServerId): string => `starboard/boards/${serverId}`;
const BELIEVED_MS = minutes(1);

/** Somebody's boards changed: all processes look again. */
export const forgetKnown = (ctx: Ctx, serverId: ServerId): Promise<void> =>
  ctx.cache.forget(SERVERS, boardsKey(serverId));

/** As far as it is known without asking: the gateway does not tell of other servers. */
export const peekServers = (ctx: Ctx): ReadonlySet<ServerId> | undefined =>
  ctx.cache.peek(SERVERS) as ReadonlySet<ServerId> | undefined;

/** The boards of a server as of a moment ago; most servers have none, and asking about them costs nothing. */
export async function knownBoards(ctx: Ctx, serverId: ServerId): Promise<readonly Board[]> {
  const servers = await ctx.cache.get(SERVERS, BELIEVED_MS, async () => new Set(await listServersWithBoards(ctx.db)));
  if (!servers.has(serverId)) return [];
  return await ctx.cache.get(boardsKey(serverId), BELIEVED_MS, () => listBoards(ctx.db, serverId));
}

/** Boards that take messages right now, under the plan that the server has now. */
export async function boardsAtWork(ctx: Ctx, serverId: ServerId): Promise<{ boards: Board[]; bitfield: bigint }> {
  const [all, { limits, bitfield }] = await Promise.all([listBoards(ctx.db, serverId), planOf(ctx, serverId)]);
  return { boards: covered(all, limits.maxStarboards).filter((board) => isAtWork(board, bitfield)), bitfield };
}
