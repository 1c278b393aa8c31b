import { isShortVideo, type MediaShareSettings, type MediaShareType } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days, minutes, seconds } from '@tally/kernel';
import { holdsBannedWord } from '../../match/plain.ts';
import { isAtLeast, type Rank } from '../../match/who-may.ts';
import { findBan } from '../../store/bans.ts';
import { lastPlayedAt, listOfSender, listWaiting } from '../../store/items.ts';
import type { ItemRow, RoomRow } from '../../tables.ts';
import type { Refusal } from '../explain.ts';
import { settingsOf } from '../room/settings.ts';
import type { LookedUpVideo } from './look-up.ts';
import { type Person, personOf, placesOf, sentBy } from './person.ts';
import { type Asking, accountCreatedAt, type Sender } from './who.ts';

/** People often retry immediately after a refusal, but each attempt may cost a call to a platform. */
const AFTER_REFUSAL_MS = seconds(5);
const waits = (item: ItemRow): boolean => item.state === 'pending' || item.state === 'queued';

/** Runs the checks that need no facts about the video. */
export async function checkSender(db: Db, ctx: Ctx, room: RoomRow, { sender, rank }: Asking): Promise<Refusal | null> {
  const settings = settingsOf(room);
  const isMod = isAtLeast(rank, 'mod');
  const person = await personOf({ db }, sender);
  const nothing = { provider: '', videoId: '', channelId: null };
  if (rank !== 'owner' && (await findBan(db, room.ownerId, { person: placesOf(person), ...nothing })))
    return { reason: 'bannedPerson' };
  if (rank !== 'owner' && holdsBannedWord(settings.bannedWords, [sender.name])) return { reason: 'bannedWord' };
  const waiting = (await listWaiting(db, room.ownerId, ['pending', 'queued'])).length;
  if (waiting >= settings.queueLimit && rank !== 'owner')
    return { reason: 'queueFull', values: { most: settings.queueLimit } };
  if (isMod) return null;
  return checkAge(ctx, settings, sender) ?? (await checkPace(db, ctx, room, { person, rank }));
}

function checkAge(ctx: Ctx, { leastAccountDays }: MediaShareSettings, sender: Sender): Refusal | null {
  if (leastAccountDays === 0) return null;
  const createdAt = accountCreatedAt(sender);
  if (!createdAt) return { reason: 'accountAgeUnknown' };
  const isOld = ctx.clock.now().getTime() - createdAt.getTime() >= days(leastAccountDays);
  return isOld ? null : { reason: 'accountTooYoung', values: { days: leastAccountDays } };
}

async function checkPace(
  db: Db,
  ctx: Ctx,
  room: RoomRow,
  { person, rank }: { readonly person: Person; readonly rank: Rank },
): Promise<Refusal | null> {
  const { perPerson, perSupporter, secondsBetween } = settingsOf(room);
  const now = ctx.clock.now().getTime();
  const since = new Date(now - Math.max(seconds(secondsBetween), AFTER_REFUSAL_MS));
  const own = await listOfSender(db, room.ownerId, sentBy(person), { since, limit: 100 });
  const most = isAtLeast(rank, 'sub') ? perSupporter : perPerson;
  if (own.filter(waits).length >= most) return { reason: 'tooManyOfYours', values: { most } };
  const waitsOf = (isRefused: boolean): number[] =>
    own
      .filter(({ state }) => (state === 'refused') === isRefused)
      .map(({ requestedAt }) => requestedAt.getTime() + (isRefused ? AFTER_REFUSAL_MS : seconds(secondsBetween)));
  const [afterRefusal, afterRequest] = [Math.max(0, ...waitsOf(true)), Math.max(0, ...waitsOf(false))];
  const freeAt = Math.max(afterRefusal, afterRequest);
  if (freeAt <= now) return null;
  const refused = afterRefusal > afterRequest ? 1 : 0;
  return { reason: 'tooSoon', values: { seconds: Math.ceil((freeAt - now) / 1_000), refused } };
}

export type Video = Omit<LookedUpVideo, 'url' | 'handle'>;

/** Runs the checks that need only the link, which is enough to detect a repeat. */
export async function checkLink(
  db: Db,
  ctx: Ctx,
  room: RoomRow,
  { link, rank }: { readonly link: Pick<Video, 'provider' | 'kind' | 'videoId'>; readonly rank: Rank },
): Promise<Refusal | null> {
  const { modes, repeatAfterMinutes } = settingsOf(room);
  if (!modes.includes(link.kind) && rank !== 'owner') return { reason: 'modeOff' };
  const open = await listWaiting(db, room.ownerId, ['pending', 'queued', 'playing']);
  const isSame = (item: ItemRow) => item.provider === link.provider && item.videoId === link.videoId && !item.isFiller;
  if (open.some(isSame)) return { reason: 'isQueued' };
  if (isAtLeast(rank, 'mod') || repeatAfterMinutes === 0) return null;
  const lastAt = await lastPlayedAt(db, room.ownerId, link);
  const leftMs = lastAt ? lastAt.getTime() + minutes(repeatAfterMinutes) - ctx.clock.now().getTime() : 0;
  return leftMs > 0 ? { reason: 'playedLately', values: { minutes: Math.ceil(leftMs / minutes(1)) } } : null;
}

/** Returns the length at which we cut off requests of people with limits. */
export const longestOf = ({ longestSeconds, longestShortSeconds }: MediaShareSettings, kind: MediaShareType): number =>
  isShortVideo(kind) ? longestShortSeconds : longestSeconds;

export async function checkVideo(
  db: Db,
  room: RoomRow,
  { video, sender, rank }: Asking & { readonly video: Video },
): Promise<Refusal | null> {
  if (rank === 'owner') return null;
  const settings = settingsOf(room);
  const person = placesOf(await personOf({ db }, sender));
  const banned = await findBan(db, room.ownerId, { person, ...video });
  if (banned)
    return { reason: banned === 'person' ? 'bannedPerson' : banned === 'video' ? 'bannedVideo' : 'bannedChannel' };
  if (holdsBannedWord(settings.bannedWords, [video.title, video.author])) return { reason: 'bannedWord' };
  if (video.lengthSeconds === 0) return { reason: 'noLength' };
  const longest = longestOf(settings, video.kind);
  if (video.lengthSeconds !== null && video.lengthSeconds > longest)
    return { reason: 'tooLong', values: { minutes: Math.floor(longest / 60), seconds: longest % 60 } };
  if (video.views !== null && video.views < settings.fewestViews)
    return { reason: 'tooFewViews', values: { fewest: settings.fewestViews } };
  return null;
}
