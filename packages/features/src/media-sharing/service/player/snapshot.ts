import type { Locale, PlayerSnapshot, UserId } from '@tally/contract';
import { type Ctx, minutes } from '@tally/kernel';
import { localeOfUser } from '../../../account/index.ts';
import { secondNow } from '../../match/clock.ts';
import { plainLine } from '../../match/plain.ts';
import type { ItemRow, RoomRow } from '../../tables.ts';
import { settingsOf } from '../room/settings.ts';

const KEPT_MS = minutes(1);

export const localeOfOwner = async (ctx: Ctx, ownerId: UserId): Promise<Locale> =>
  await ctx.cache.get(`media-sharing/locale/${ownerId}`, KEPT_MS, () => localeOfUser(ctx, ownerId));

/** Ends the page for good, because its URL no longer works or the room is closed. */
export const isOver = (locale: Locale): PlayerSnapshot => ({
  version: 0,
  item: null,
  second: 0,
  paused: true,
  volume: 0,
  easeIn: false,
  pauseWhenHidden: false,
  isSilent: true,
  isOver: true,
  locale,
});

export async function snapshotOf(
  ctx: Ctx,
  { room, item, isSilent }: { readonly room: RoomRow; readonly item: ItemRow | null; readonly isSilent: boolean },
): Promise<PlayerSnapshot> {
  const { volume, easeIn, pauseWhenHidden, hideNames, hideTitles } = settingsOf(room);
  return {
    version: room.version,
    item: item && {
      itemId: item.id,
      provider: item.provider,
      kind: item.kind,
      videoId: item.videoId,
      title: hideTitles ? null : plainLine(item.title),
      senderName: hideNames ? null : plainLine(item.senderName),
      endSecond: item.endSecond,
    },
    second: item ? secondNow(item, ctx.clock.now()) : 0,
    paused: room.paused,
    volume,
    easeIn,
    pauseWhenHidden,
    isSilent,
    isOver: false,
    locale: await localeOfOwner(ctx, room.ownerId),
  };
}
