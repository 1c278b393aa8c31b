import type { ServerId } from '@tally/contract';
import { knownSet } from '@tally/infra/cache';
import { type Ctx, minutes } from '@tally/kernel';
import { planOf } from '../../servers/index.ts';
import { covered, isAtWork } from '../match.ts';
import { listBoards, listServersWithBoards } from '../store/boards.ts';
import type { Board } from '../tables.ts';

const servers = knownSet<ServerId>('starboard/servers', minutes(1), (ctx) => listServersWithBoards(ctx.db));
export const { peek: peekServers } = servers;
const boardsKey = (serverId: ServerId): string => `starboard/boards/${serverId}`;
const BELIEVED_MS = minutes(1);

/** Makes all processes reload a server's boards after a change. */
export async function forgetKnown(ctx: Ctx, serverId: ServerId): Promise<void> {
  await servers.forget(ctx);
  await ctx.cache.forget(boardsKey(serverId));
}

/** Returns a server's boards from a short-lived cache. Most servers have none, and checking that costs nothing. */
export async function knownBoards(ctx: Ctx, serverId: ServerId): Promise<readonly Board[]> {
  if (!(await servers.list(ctx)).has(serverId)) return [];
  return await ctx.cache.get(boardsKey(serverId), BELIEVED_MS, () => listBoards(ctx.db, serverId));
}

/** Returns the boards that accept messages now, under the server's current plan. */
export async function boardsAtWork(ctx: Ctx, serverId: ServerId): Promise<{ boards: Board[]; bitfield: bigint }> {
  const [all, { limits, bitfield }] = await Promise.all([listBoards(ctx.db, serverId), planOf(ctx, serverId)]);
  return { boards: covered(all, limits.maxStarboards).filter((board) => isAtWork(board, bitfield)), bitfield };
}
