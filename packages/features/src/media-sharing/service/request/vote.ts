import type { MediaItemId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, minutes } from '@tally/kernel';
import { findPlaying } from '../../store/items.ts';
import { type Count, countVotes, hasVoted, insertVote, saveTalker } from '../../store/votes.ts';
import type { ItemRow, RoomRow } from '../../tables.ts';
import { countVotes as meter } from '../meters.ts';
import { endPlaying } from '../player/end.ts';
import { inRoom } from '../room/room.ts';
import { settingsOf } from '../room/settings.ts';
import { personOf } from './person.ts';
import { type Sender, voterOf } from './who.ts';

const COUNTS_MS = minutes(5);
/** A skip always needs at least this many votes. */
const FEWEST = 3;
/** We record a viewer's activity at most this often. */
const NOTED_MS = minutes(1);

export interface Votes {
  readonly given: number;
  readonly needed: number;
}

const since = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() - COUNTS_MS);

const neededOf = (room: RoomRow, { present }: Count): number =>
  Math.max(FEWEST, Math.ceil((present * settingsOf(room).votePercent) / 100));

/** Returns null if voting is off or nothing is playing. */
export async function readVotes(ctx: Ctx, room: RoomRow, item: ItemRow | null, db: Db = ctx.db): Promise<Votes | null> {
  if (!item || !settingsOf(room).voteSkip) return null;
  const count = await countVotes(db, room.ownerId, item.id, since(ctx));
  return { given: count.given, needed: neededOf(room, count) };
}

export const isVoteGiven = async (ctx: Ctx, item: ItemRow, sender: Pick<Sender, 'origin' | 'id'>): Promise<boolean> =>
  await hasVoted(ctx.db, item.id, (await personOf(ctx, sender)).key);

export type VoteOutcome =
  | { readonly is: 'off' | 'nothingPlays' | 'skipped' }
  | ({ readonly is: 'counted' | 'again' } & Votes);

/** Counts one vote per person, across linked accounts. With an `itemId`, the vote counts only for that item. */
export async function voteToSkip(
  ctx: Ctx,
  ownerId: UserId,
  { sender, itemId }: { readonly sender: Pick<Sender, 'origin' | 'id'>; readonly itemId?: MediaItemId | undefined },
): Promise<VoteOutcome> {
  const outcome = await inRoom(ctx, ownerId, async (tx, room): Promise<VoteOutcome> => {
    if (!settingsOf(room).voteSkip) return { is: 'off' };
    const item = await findPlaying(tx, ownerId);
    if (!item || (itemId && item.id !== itemId)) return { is: 'nothingPlays' };
    const isFirst = await insertVote(tx, item.id, (await personOf({ db: tx }, sender)).key);
    const count = await countVotes(tx, ownerId, item.id, since(ctx));
    const votes = { given: count.given, needed: neededOf(room, count) };
    if (votes.given < votes.needed) return { is: isFirst ? 'counted' : 'again', ...votes };
    await endPlaying(ctx, tx, { ownerId, id: item.id }, { state: 'skipped', reason: 'byVote' });
    return { is: 'skipped' };
  });
  if (outcome.is === 'counted' || outcome.is === 'again' || outcome.is === 'skipped') meter(ctx, outcome.is);
  return outcome;
}

/**
 * Records that a viewer has written in the owner's chat. The number of active viewers decides how many votes a skip
 * needs.
 */
export async function countTalker(
  ctx: Ctx,
  {
    ownerId,
    sender,
    at,
  }: { readonly ownerId: UserId; readonly sender: Pick<Sender, 'origin' | 'id'>; readonly at: Date },
): Promise<void> {
  await ctx.cache.get(`media-sharing/talker/${ownerId}/${voterOf(sender)}`, NOTED_MS, async () => {
    await saveTalker(ctx.db, ownerId, (await personOf(ctx, sender)).key, at);
    return true;
  });
}
