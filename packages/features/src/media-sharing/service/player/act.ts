import type { itemActions, MediaBanKind, MediaItemId, playerActions, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx, requireUser } from '@tally/kernel';
import { secondsLeft, stopped } from '../../match/clock.ts';
import { insertBan } from '../../store/bans.ts';
import { clearWaiting, findItem, findPlaying, listWaiting, setPlace, setProgress, step } from '../../store/items.ts';
import { changeRoom } from '../../store/rooms.ts';
import type { ItemRow, RoomRow } from '../../tables.ts';
import { dropBanned } from '../request/bans.ts';
import { placeOf } from '../request/who.ts';
import { inRoom } from '../room/room.ts';
import { lookAt, START_MS } from './advance.ts';
import { endPlaying } from './end.ts';

type ItemAction = (typeof itemActions)[number];
type PlayerAction = (typeof playerActions)[number];

interface Which {
  readonly ownerId: UserId;
  readonly itemId: MediaItemId;
}

async function getItem(tx: Db, { ownerId, itemId }: Which): Promise<ItemRow> {
  const item = await findItem(tx, ownerId, itemId);
  if (!item) throw new AppError('mediaItemNotFound');
  return item;
}

/** Handles a click on a request. If another person has clicked before, it changes nothing. */
export async function actOnItem(
  ctx: Ctx,
  which: Which,
  {
    action,
    reason,
    ban,
  }: { readonly action: ItemAction; readonly reason?: string | undefined; readonly ban?: MediaBanKind | undefined },
): Promise<void> {
  const by = requireUser(ctx).userId;
  await inRoom(ctx, which.ownerId, async (tx) => {
    const item = await getItem(tx, which);
    await actions[action](ctx, tx, { item, by, words: reason });
    if (ban) await banBecauseOf(ctx, tx, { item, kind: ban, by });
  });
}

interface Deed {
  readonly item: ItemRow;
  readonly by: UserId;
  readonly words?: string | undefined;
}

const actions: Readonly<Record<ItemAction, (ctx: Ctx, tx: Db, deed: Deed) => Promise<void>>> = {
  async approve(ctx, tx, { item, by }) {
    const { ownerId, id } = item;
    await step(tx, { ownerId, id, from: ['pending'] }, { state: 'queued', decidedAt: ctx.clock.now(), decidedBy: by });
  },
  async refuse(ctx, tx, deed) {
    await takeOut(ctx, tx, deed, 'refused');
  },
  async remove(ctx, tx, deed) {
    await takeOut(ctx, tx, deed, 'removed');
  },
  async playNext(ctx, tx, { item, by }) {
    const { ownerId, id } = item;
    const waiting = await listWaiting(tx, ownerId, ['pending', 'queued']);
    const decided = item.state === 'pending' ? { decidedAt: ctx.clock.now(), decidedBy: by } : {};
    const place = (waiting[0]?.place ?? 1) - 1;
    await step(tx, { ownerId, id, from: ['pending', 'queued'] }, { state: 'queued', place, ...decided });
  },
};

async function takeOut(ctx: Ctx, tx: Db, { item, by, words }: Deed, state: 'refused' | 'removed'): Promise<void> {
  const { ownerId, id } = item;
  if (item.state === 'playing') {
    await endPlaying(ctx, tx, { ownerId, id }, { state: 'removed', reason: 'byModerator', by, words });
    return;
  }
  const now = ctx.clock.now();
  const decided = { decidedAt: now, decidedBy: by, endedAt: now, reason: 'byModerator', words: words ?? null } as const;
  await step(tx, { ownerId, id, from: ['pending', 'queued'] }, { state, ...decided });
}

async function banBecauseOf(
  ctx: Ctx,
  tx: Db,
  { item, kind, by }: { readonly item: ItemRow; readonly kind: MediaBanKind; readonly by: UserId },
): Promise<void> {
  const target = targetOf(item, kind);
  if (!target) throw new AppError('mediaNothingToBan');
  const ban = {
    id: ctx.random.uuid(),
    ownerId: item.ownerId,
    kind,
    bannedAt: ctx.clock.now(),
    bannedBy: by,
    ...target,
  };
  await insertBan(tx, ban);
  await dropBanned(ctx, tx, ban);
}

function targetOf(item: ItemRow, kind: MediaBanKind): { place: string; targetId: string; name: string | null } | null {
  const { senderOrigin, senderId, senderName, provider, videoId, title, channelId, author } = item;
  if (kind === 'video') return { place: provider, targetId: videoId, name: title };
  if (kind === 'channel') return channelId ? { place: provider, targetId: channelId, name: author } : null;
  return senderOrigin && senderId ? { place: placeOf(senderOrigin), targetId: senderId, name: senderName } : null;
}

/** Moves a request before another one, or to the end of the queue. */
export async function moveItem(ctx: Ctx, which: Which, before: MediaItemId | null): Promise<void> {
  await inRoom(ctx, which.ownerId, async (tx) => {
    const item = await getItem(tx, which);
    if (item.state !== 'queued' && item.state !== 'pending') throw new AppError('mediaItemGone');
    const others = (await listWaiting(tx, which.ownerId, ['pending', 'queued'])).filter(({ id }) => id !== item.id);
    const at = before === null ? others.length : others.findIndex(({ id }) => id === before);
    // If the other request is already playing, the moved one comes next.
    const order = others.toSpliced(Math.max(at, 0), 0, item);
    for (const [place, { id, place: former }] of order.entries())
      if (former !== place + 1) await setPlace(tx, id, place + 1);
  });
}

/** Handles a click on the player. With an `itemId`, it acts only while that item plays, so two clicks skip only one. */
export async function controlPlayer(
  ctx: Ctx,
  ownerId: UserId,
  {
    action,
    itemId,
    by,
  }: { readonly action: PlayerAction; readonly itemId?: MediaItemId | undefined; readonly by?: UserId | undefined },
): Promise<number> {
  return await inRoom(ctx, ownerId, async (tx, room) => {
    const skip = async () => {
      const ended = await endPlaying(ctx, tx, { ownerId, id: itemId }, { state: 'skipped', reason: 'byModerator', by });
      return ended ? 1 : 0;
    };
    switch (action) {
      case 'play':
        return await play(ctx, tx, room);
      case 'pause':
        return await pause(ctx, tx, ownerId);
      case 'skip':
        return await skip();
      case 'stop':
        await pause(ctx, tx, ownerId);
        return await skip();
      case 'clear':
        return await clear(ctx, tx, ownerId, by);
      default:
        return action satisfies never;
    }
  });
}

async function play(ctx: Ctx, tx: Db, room: RoomRow): Promise<number> {
  const { ownerId } = room;
  await changeRoom(tx, ownerId, { paused: false, trouble: null, failures: 0 });
  const item = await findPlaying(tx, ownerId);
  if (!item || !room.paused) return item ? 1 : 0;
  const now = ctx.clock.now();
  if (!item.startedAt) {
    await lookAt(ctx, tx, { ownerId, itemId: item.id }, START_MS);
    return 1;
  }
  if (room.heldBy === null) await setProgress(tx, item.id, { heardAt: now });
  const left = secondsLeft(item, now);
  if (left !== null) await lookAt(ctx, tx, { ownerId, itemId: item.id }, left * 1_000);
  return 1;
}

async function pause(ctx: Ctx, tx: Db, ownerId: UserId): Promise<number> {
  await changeRoom(tx, ownerId, { paused: true });
  const item = await findPlaying(tx, ownerId);
  if (item) await setProgress(tx, item.id, stopped(item, ctx.clock.now()));
  return item ? 1 : 0;
}

/** Removes only waiting requests. The actions `skip` and `stop` end the current one. */
async function clear(ctx: Ctx, tx: Db, ownerId: UserId, by: UserId | undefined): Promise<number> {
  const now = ctx.clock.now();
  const decided = by ? { decidedAt: now, decidedBy: by } : {};
  return await clearWaiting(tx, ownerId, { state: 'removed', reason: 'cleared', endedAt: now, ...decided });
}

/** Cancels a sender's own request, unless it is playing. */
export async function cancelOwn(ctx: Ctx, which: Which, isOwn: (item: ItemRow) => boolean): Promise<void> {
  await inRoom(ctx, which.ownerId, async (tx) => {
    const item = await getItem(tx, which);
    if (!isOwn(item)) throw new AppError('mediaItemNotFound');
    const { ownerId, id } = item;
    const change = { state: 'removed', reason: 'bySender', endedAt: ctx.clock.now() } as const;
    if (!(await step(tx, { ownerId, id, from: ['pending', 'queued'] }, change))) throw new AppError('mediaItemGone');
  });
}
