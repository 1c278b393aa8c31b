import type { Locale, UserId } from '@tally/contract';
import { type Ctx, minutes, say } from '@tally/kernel';
import { secondNow, wholeOf } from '../../match/clock.ts';
import { isolated, plainLine } from '../../match/plain.ts';
import { listWaiting } from '../../store/items.ts';
import type { ItemRow, RoomRow } from '../../tables.ts';
import { cancelOwn } from '../player/act.ts';
import { whoIs } from '../request/who.ts';
import { settingsOf } from '../room/settings.ts';

export type IsOwn = (item: ItemRow) => boolean;

export const isOwnOf = (sender: Parameters<typeof whoIs>[0]): IsOwn => {
  const { origins, id } = whoIs(sender);
  return (item) => item.senderId === id && item.senderOrigin !== null && origins.includes(item.senderOrigin);
};

interface About {
  readonly ownerId: UserId;
  readonly room: RoomRow;
  readonly locale: Locale;
}

export async function sayQueue(ctx: Ctx, { ownerId, room, locale }: About, asShown = isolated): Promise<string> {
  const rows = await listWaiting(ctx.db, ownerId, ['queued', 'playing']);
  const playing = rows.find(({ state }) => state === 'playing');
  const queue = rows.filter(({ state }) => state === 'queued');
  const { hideTitles } = settingsOf(room);
  const titleOf = (item: ItemRow) =>
    asShown((hideTitles ? null : plainLine(item.title)) ?? say(locale, 'mediaSharing.theVideo'));
  if (!playing && queue.length === 0) return say(locale, 'mediaSharing.queueEmpty');
  const next = queue[0];
  return [
    ...(playing ? [say(locale, 'mediaSharing.nowPlays', { title: titleOf(playing) })] : []),
    say(locale, 'mediaSharing.waiting', { count: queue.length }),
    ...(next ? [say(locale, 'mediaSharing.nextIs', { title: titleOf(next) })] : []),
  ].join(' ');
}

/** Estimates when the person's next request plays, as far as the lengths are known. */
export async function sayWhen(
  ctx: Ctx,
  { ownerId, locale, isOwn }: Omit<About, 'room'> & { readonly isOwn: IsOwn },
): Promise<string> {
  const rows = await listWaiting(ctx.db, ownerId, ['pending', 'queued', 'playing']);
  const own = rows.find(isOwn);
  if (!own) return say(locale, 'mediaSharing.nothingOfYours');
  if (own.state === 'playing') return say(locale, 'mediaSharing.yoursPlays');
  if (own.state === 'pending') return say(locale, 'mediaSharing.yoursIsPending');
  const queue = rows.filter(({ state }) => state === 'queued');
  const place = queue.indexOf(own) + 1;
  const playing = rows.find(({ state }) => state === 'playing');
  const before = [...(playing && !playing.isFiller ? [playing] : []), ...queue.slice(0, place - 1)];
  const seconds = before.reduce((sum, item) => {
    const whole = wholeOf(item) ?? item.endSecond ?? 0;
    return sum + Math.max(whole - (item.state === 'playing' ? secondNow(item, ctx.clock.now()) : 0), 0);
  }, 0);
  return say(locale, 'mediaSharing.yoursIsAt', { place, minutes: Math.ceil((seconds * 1_000) / minutes(1)) });
}

/** Cancels the person's latest request that is not playing yet. */
export async function cancelLast(
  ctx: Ctx,
  { ownerId, locale, isOwn }: Omit<About, 'room'> & { readonly isOwn: IsOwn },
): Promise<string> {
  const own = (await listWaiting(ctx.db, ownerId, ['pending', 'queued'])).findLast(isOwn);
  if (!own) return say(locale, 'mediaSharing.nothingOfYours');
  await cancelOwn(ctx, { ownerId, itemId: own.id }, isOwn);
  return say(locale, 'mediaSharing.cancelled');
}
