import { type Move, perPlatform, platforms, type ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { following, listStreamersOf } from '../../streamers/index.ts';
import { keyOf, listed, type Standing, standingsOf } from '../match/shown.ts';
import type { MoveRow } from '../tables.ts';

export async function readStandings(ctx: Ctx, { serverId, candidates }: Pick<MoveRow, 'serverId' | 'candidates'>) {
  const rows = await listStreamersOf(ctx.db, serverId);
  const followed = new Set(rows.map(({ platform, channelId: id }) => keyOf({ platform, id })));
  const most = await mostOf(ctx, serverId);
  const rooms = perPlatform((platform) => ({
    used: rows.filter((row) => row.platform === platform).length,
    max: most[platform],
  }));
  return { rooms, standings: standingsOf(candidates, { followed, rooms }) };
}

async function mostOf(ctx: Ctx, serverId: ServerId) {
  const most = perPlatform(() => 0);
  for (const platform of platforms) most[platform] = await following.most(ctx, serverId, platform);
  return most;
}

export async function readMove(ctx: Ctx, row: MoveRow): Promise<Move> {
  const { rooms, standings } = await readStandings(ctx, row);
  const isRead = ({ state }: Standing): boolean => state !== 'waiting';
  return {
    ...shortMove(row),
    kind: row.kind,
    progress: { read: standings.filter(isRead).length, of: standings.length },
    limits: rooms,
    candidates: listed(standings),
    leftOut: [
      ...row.leftOut,
      ...standings
        .filter(({ state }) => state === 'twice')
        .map(({ candidate: { wrote } }) => ({ line: 0, wrote, reason: 'twice' as const })),
    ],
  };
}

export const shortMove = ({ id, state, outcome, createdAt, expiresAt }: MoveRow) => ({
  moveId: id,
  state,
  outcome: outcome && { added: outcome.added, skipped: outcome.skipped },
  createdAt,
  expiresAt,
});
