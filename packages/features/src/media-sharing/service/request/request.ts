import { MediaItemId as ItemId, type MediaItemId, type UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { isUniqueViolation } from '@tally/infra/db';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx } from '@tally/kernel';
import { plainLine } from '../../match/plain.ts';
import { needsApproval } from '../../match/who-may.ts';
import { countApproved, insertItem, listWaiting } from '../../store/items.ts';
import { findRoom } from '../../store/rooms.ts';
import type { RoomRow } from '../../tables.ts';
import { sayOutcome } from '../chat/answer.ts';
import type { Refusal } from '../explain.ts';
import { countRequest } from '../meters.ts';
import { requirePassword } from '../room/password.ts';
import { inRoom, whyClosed } from '../room/room.ts';
import { settingsOf } from '../room/settings.ts';
import { checkLink, checkSender, checkVideo, longestOf, type Video } from './check.ts';
import { findVideo, findVideos, type Wanted } from './find-video.ts';
import { personOf, sentBy } from './person.ts';
import { spendSearch } from './spend-search.ts';
import type { Asking } from './who.ts';

export interface Request extends Asking {
  readonly ownerId: UserId;
  /** A link to a video, or words to search for. */
  readonly text: string;
  /** Needed only on the page, because other viewers are already in the chat. */
  readonly password?: string | undefined;
  /** Set if the sender manages the room. Such a request needs no approval. */
  readonly by?: UserId | undefined;
}

export type Outcome =
  | { readonly is: 'queued'; readonly itemId: MediaItemId; readonly place: number; readonly title: string | null }
  /** The queue was empty, so the video plays immediately. */
  | { readonly is: 'playing'; readonly itemId: MediaItemId; readonly title: string | null }
  | { readonly is: 'pending'; readonly itemId: MediaItemId; readonly title: string | null }
  | { readonly is: 'refused'; readonly refusal: Refusal };

/** A sender with this many approved requests is trusted, so further ones may need no approval. */
const TRUSTED_AFTER = 5;

const refused = (refusal: Refusal): Outcome => ({ is: 'refused', refusal });

/** Handles a viewer's request from the chat, the page or Discord. */
export async function requestVideo(ctx: Ctx, request: Request): Promise<Outcome> {
  const outcome = await answer(ctx, request);
  countRequest(ctx, request.sender.origin, outcome.is === 'playing' ? 'queued' : outcome.is);
  return outcome;
}

/** People do not read a longer list of results. */
const MOST_OFFERS = 3;

/** Finds videos for search words that the sender may request here. */
export async function offerVideos(ctx: Ctx, request: Request): Promise<readonly Video[] | Refusal> {
  const begun = await begin(ctx, request);
  if ('reason' in begun) return begun;
  const found = await findVideos(ctx, begun.room, begun.wanted);
  return 'videos' in found ? found.videos.slice(0, MOST_OFFERS) : found.refusal;
}

/** Runs the checks about the sender that need no call to a platform. */
async function begin(ctx: Ctx, request: Request): Promise<{ room: RoomRow; wanted: Wanted } | Refusal> {
  const { ownerId, sender, rank, text } = request;
  const room = await findRoom(ctx.db, ownerId);
  if (!room) return { reason: 'closed' };
  const closed = await whyClosed(ctx, room);
  if (closed) return { reason: closed };
  const isStranger = sender.origin === 'web' || sender.origin === 'discord';
  if (isStranger && rank !== 'owner') await requirePassword(ctx, room, sender.id as UserId, request.password);
  const early = await checkSender(ctx.db, ctx, room, request);
  if (early) return early;
  const wanted: Wanted = {
    text,
    refuses: (link) => checkLink(ctx.db, ctx, room, { link, rank }),
    mayPlay: (video) => checkVideo(ctx.db, room, { video, sender, rank }),
    spendSearch: () => spendSearch(ctx, room, request),
    longestSeconds: rank === 'owner' ? null : longestOf(settingsOf(room), 'youtube'),
  };
  return { room, wanted };
}

async function answer(ctx: Ctx, request: Request): Promise<Outcome> {
  const { ownerId } = request;
  const begun = await begin(ctx, request);
  if ('reason' in begun) return refused(begun);
  const found = await findVideo(ctx, begun.room, begun.wanted);
  if ('refusal' in found) {
    if (found.link) await keepRefused(ctx, request, { ...nothingKnown, ...found.link }, found.refusal);
    return refused(found.refusal);
  }
  try {
    return await inRoom(ctx, ownerId, async (tx, locked) => {
      const placed = await place(ctx, tx, locked, { ...request, video: found.video });
      await keepReply(ctx, tx, sayOutcome(ctx.locale, placed));
      return placed;
    });
  } catch (error) {
    if (error instanceof Refused) {
      if (worthKeeping.has(error.refusal.reason)) await keepRefused(ctx, request, found.video, error.refusal);
      return refused(error.refusal);
    }
    // Another person requested the same video at the same time.
    if (isUniqueViolation(error)) return refused({ reason: 'isQueued' });
    throw error;
  }
}

/** Throwing this error rolls back the changes in the room. */
class Refused extends AppError {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('mediaRefused');
    this.refusal = refusal;
  }
}

/** Repeats every check with the room locked, because another request or a ban may have come first. */
async function place(ctx: Ctx, tx: Db, room: RoomRow, asked: Request & { readonly video: Video }): Promise<Outcome> {
  const { ownerId, sender, rank, video, by } = asked;
  if (!room.enabled) throw new Refused({ reason: 'closed' });
  const refusal =
    (await checkSender(tx, ctx, room, asked)) ??
    (await checkLink(tx, ctx, room, { link: video, rank })) ??
    (await checkVideo(tx, room, asked));
  if (refusal) throw new Refused(refusal);
  const settings = settingsOf(room);
  const isTrusted = async () =>
    (await countApproved(tx, ownerId, sentBy(await personOf({ db: tx }, sender)))) >= TRUSTED_AFTER;
  const isPending =
    by === undefined &&
    needsApproval(settings.approval, rank, settings.approval === 'notTrusted' && (await isTrusted()));
  const open = await listWaiting(tx, ownerId, ['pending', 'queued', 'playing']);
  const waiting = open.filter(({ state }) => state !== 'playing');
  const playing = open.find(({ state }) => state === 'playing');
  const now = ctx.clock.now();
  const itemId = ItemId.parse(ctx.random.uuid());
  const title = plainLine(video.title);
  await insertItem(tx, {
    id: itemId,
    ownerId,
    ...video,
    title,
    author: plainLine(video.author),
    endSecond: rank === 'owner' && video.lengthSeconds !== null ? video.lengthSeconds : longestOf(settings, video.kind),
    senderOrigin: sender.origin,
    senderId: sender.id,
    senderName: plainLine(sender.name) ?? sender.id,
    state: isPending ? 'pending' : 'queued',
    place: Math.max(0, ...open.map((item) => item.place)) + 1,
    requestedAt: now,
    ...(isPending ? {} : { decidedAt: now, decidedBy: by ?? null }),
  });
  if (isPending) return { is: 'pending', itemId, title };
  const isNext = !room.paused && (!playing || playing.isFiller) && waiting.every(({ state }) => state === 'pending');
  if (isNext) return { is: 'playing', itemId, title };
  return { is: 'queued', itemId, place: waiting.filter(({ state }) => state === 'queued').length + 1, title };
}

const nothingKnown = {
  title: null,
  author: null,
  channelId: null,
  lengthSeconds: null,
  views: null,
  publishedAt: null,
  picture: null,
};

/** The history keeps these refusals for the owner and the sender. The other reasons are only temporary. */
const worthKeeping = new Set<Refusal['reason']>([
  'notFound',
  'isPrivate',
  'notEmbeddable',
  'ageRestricted',
  'isLive',
  'regionLocked',
  'noLength',
  'tooLong',
  'tooFewViews',
  'tooYoung',
  'bannedVideo',
  'bannedChannel',
  'bannedWord',
]);

async function keepRefused(ctx: Ctx, { ownerId, sender }: Request, video: Video, { reason }: Refusal): Promise<void> {
  if (!worthKeeping.has(reason)) return;
  const now = ctx.clock.now();
  await insertItem(ctx.db, {
    id: ItemId.parse(ctx.random.uuid()),
    ownerId,
    ...video,
    title: plainLine(video.title),
    author: plainLine(video.author),
    senderOrigin: sender.origin,
    senderId: sender.id,
    senderName: plainLine(sender.name) ?? sender.id,
    state: 'refused',
    reason,
    requestedAt: now,
    endedAt: now,
  });
}
