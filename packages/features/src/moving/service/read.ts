import { type Move, perPlatform, platforms } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { following, listStreamersOf } from '../../streamers/index.ts';
import { keyOf, listed, type Standing, standingsOf } from '../match/shown.ts';
import type { MoveRow, ReadChannel } from '../tables.ts';

export async function readStandings(ctx: Ctx, { serverId, candidates }: Pick<MoveRow, 'serverId' | 'candidates'>) {
  const rows = await listStreamersOf(ctx.db, serverId);
  const followed = new Set(rows.map(({ platform, channelId: id }) => keyOf({ platform, id })));
  const most = perPlatform(() => 0);
  for (const platform of platforms) most[platform] = await following.most(ctx, serverId, platform);
  const rooms = perPlatform((platform) => ({
    used: rows.filter((row) => row.platform === platform).length,
    max: most[platform],
  }));
  return { rooms, standings: standingsOf(candidates, { followed, rooms }) };
}

export async function readMove(ctx: Ctx, row: MoveRow): Promise<Move> {
  const { rooms, standings } = await readStandings(ctx, row);
  const isRead = ({ state }: Standing): boolean => state !== 'waiting';
  return {
    ...shortMove(row),
    progress: progressOf(row) ?? {
      what: 'creators',
      read: standings.filter(isRead).length,
      of: standings.length,
    },
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

/** Null when all posts are read. */
function progressOf({ reading }: MoveRow): Move['progress'] | null {
  const { depth = 0, channels = [] } = reading ?? {};
  if (channels.every(({ isDone }) => isDone)) return null;
  const sum = (count: (channel: ReadChannel) => number) => channels.reduce((all, each) => all + count(each), 0);
  return { what: 'messages', read: sum(({ read }) => read), of: sum(({ isDone, read }) => (isDone ? read : depth)) };
}

export const shortMove = ({ id, kind, state, outcome, createdAt, expiresAt }: MoveRow) => ({
  moveId: id,
  kind,
  state,
  outcome: outcome && { added: outcome.added, skipped: outcome.skipped },
  createdAt,
  expiresAt,
});
