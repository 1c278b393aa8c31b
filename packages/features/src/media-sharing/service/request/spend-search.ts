import { beginTry, personWho } from '@tally/infra/tries';
import { type Ctx, days, seconds } from '@tally/kernel';
import { isAtLeast } from '../../match/who-may.ts';
import type { RoomRow } from '../../tables.ts';
import type { Refusal } from '../explain.ts';
import { settingsOf } from '../room/settings.ts';
import { personOf } from './person.ts';
import type { Asking } from './who.ts';

/** A viewer may use only this many of the room's twenty daily searches, so others can search, too. */
export const MOST_SEARCHES_OF_ONE = 4;
const LEAST_PAUSE_MS = seconds(5);

/**
 * Counts a viewer's search before we ask YouTube. Also enforces the pause between requests, because a search without
 * results stores no request.
 */
export async function spendSearch(ctx: Ctx, room: RoomRow, { sender, rank }: Asking): Promise<Refusal | null> {
  if (isAtLeast(rank, 'mod')) return null;
  const { userId, key } = await personOf(ctx, sender);
  const who = userId ? personWho(userId) : key;
  const pauseMs = Math.max(seconds(settingsOf(room).secondsBetween), LEAST_PAUSE_MS);
  const pace = { about: `media search pause ${room.ownerId}`, who, most: 1, withinMs: pauseMs };
  const { isAllowed, freeAt } = await beginTry(ctx, pace);
  if (!isAllowed)
    return {
      reason: 'tooSoon',
      values: { seconds: Math.ceil((freeAt.getTime() - ctx.clock.now().getTime()) / 1_000) },
    };
  const share = { about: `media searches ${room.ownerId}`, who, most: MOST_SEARCHES_OF_ONE, withinMs: days(1) };
  return (await beginTry(ctx, share)).isAllowed ? null : { reason: 'noSearchLeft' };
}
