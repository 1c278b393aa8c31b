import {
  hasPlayer,
  type MediaBan,
  type MediaBanKind,
  type MediaOrigin,
  type MediaProvider,
  type UserId,
} from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { keepReply } from '@tally/infra/idempotency';
import { cursorOfOne, pieces, rowAt } from '@tally/infra/page';
import { AppError, type Ctx, say, UpstreamError } from '@tally/kernel';
import { findChannelTyped } from '@tally/pipeline/detection';
import { listNames, personChanged } from '../../../account/index.ts';
import { plainLine } from '../../match/plain.ts';
import { deleteBan, deleteBanOf, findBanById, findBannedPerson, insertBan, listBans } from '../../store/bans.ts';
import { findChannelNamed, findSenderNamed, listOpenOf, step } from '../../store/items.ts';
import type { BanRow } from '../../tables.ts';
import { endPlaying } from '../player/end.ts';
import { inRoom, openRoom } from '../room/room.ts';
import { parseMediaLink } from './parse-link.ts';
import { personOf, sentBy } from './person.ts';
import { originsOf } from './who.ts';

type PersonPlace = 'kick' | 'twitch' | 'discord';
export type BanPlace = PersonPlace | MediaProvider;

export interface ToBan {
  readonly kind: MediaBanKind;
  readonly where: BanPlace;
  /** A person's name from a chat, or a link to a video or channel. */
  readonly name: string;
}

interface Target {
  readonly place: BanPlace;
  readonly targetId: string;
  readonly name: string | null;
}

/** Removes waiting requests of the banned person, video or channel, and stops one that is playing. */
export async function dropBanned(ctx: Ctx, tx: Db, ban: BanRow): Promise<void> {
  const { ownerId, kind, place, targetId, bannedBy } = ban;
  const provider = place as MediaProvider;
  const what =
    kind === 'person'
      ? { who: sentBy(await personOf({ db: tx }, { origin: place as MediaOrigin, id: targetId })) }
      : { provider, ...(kind === 'video' ? { videoId: targetId } : { channelId: targetId }) };
  const reason = ({ person: 'bannedPerson', video: 'bannedVideo', channel: 'bannedChannel' } as const)[kind];
  const now = ctx.clock.now();
  for (const { id, state } of await listOpenOf(tx, ownerId, what)) {
    const by = bannedBy ?? undefined;
    if (state === 'playing') await endPlaying(ctx, tx, { ownerId, id }, { state: 'removed', reason, by });
    else {
      const change = { state: 'removed', reason, endedAt: now, decidedAt: now, decidedBy: bannedBy } as const;
      await step(tx, { ownerId, id, from: ['pending', 'queued'] }, change);
    }
  }
}

/** Bans a target. Returns its display name, and a sentence about the ban for the page. */
export async function addBan(
  ctx: Ctx,
  ownerId: UserId,
  { toBan, by }: { readonly toBan: ToBan; readonly by: UserId | null },
): Promise<{ readonly name: string | null; readonly reply: string }> {
  const target = await findTarget(ctx, ownerId, toBan);
  if (!target) throw new AppError('mediaNothingToBan');
  if (target.place === 'discord' && target.targetId === ownerId) throw new AppError('mediaBanYourself');
  const name = plainLine(target.name);
  const ban: BanRow = {
    id: ctx.random.uuid(),
    ownerId,
    kind: toBan.kind,
    ...target,
    name,
    bannedAt: ctx.clock.now(),
    bannedBy: by,
  };
  const reply = say(ctx.locale, 'mediaSharing.banned', { name: name ?? toBan.name });
  await openRoom(ctx, ownerId);
  await inRoom(ctx, ownerId, async (tx) => {
    await insertBan(tx, ban);
    await dropBanned(ctx, tx, ban);
    await keepReply(ctx, tx, reply);
  });
  await personChanged(ctx, ownerId);
  return { name, reply };
}

async function findTarget(ctx: Ctx, ownerId: UserId, { kind, where, name }: ToBan): Promise<Target | null> {
  if (hasPlayer(where) !== (kind !== 'person')) return null;
  if (!hasPlayer(where)) return await findPerson(ctx, ownerId, where, name.trim().replace(/^@/, ''));
  const link = parseMediaLink(name);
  if (kind === 'video')
    return 'videoId' in link && link.provider === where ? { place: where, targetId: link.videoId, name: null } : null;
  return await findOutsideChannel(ctx, ownerId, where, name.trim());
}

/** Finds a person by a name they had here, or by a name that the platform knows. On Discord, an id works, too. */
async function findPerson(ctx: Ctx, ownerId: UserId, where: PersonPlace, name: string): Promise<Target | null> {
  const seen = await findSenderNamed(ctx.db, ownerId, originsOf(where), name);
  if (seen) return { place: where, targetId: seen.id, name: seen.name };
  if (where === 'discord') {
    const userId = /^(?:<@!?)?(\d{5,20})>?$/.exec(name)?.[1] as UserId | undefined;
    return userId
      ? { place: where, targetId: userId, name: (await listNames(ctx, [userId])).get(userId) ?? null }
      : null;
  }
  const found = await askPlatform(ctx, where, name);
  return found && { place: where, targetId: found.id, name: found.displayName };
}

async function findOutsideChannel(
  ctx: Ctx,
  ownerId: UserId,
  where: MediaProvider,
  name: string,
): Promise<Target | null> {
  const known = await findChannelNamed(ctx.db, ownerId, where, name.replace(/^@/, ''));
  if (known) return { place: where, targetId: known, name };
  const found = await askPlatform(ctx, where, name);
  return found && { place: where, targetId: found.id, name: found.displayName };
}

async function askPlatform(ctx: Ctx, where: Exclude<BanPlace, 'discord'>, name: string) {
  try {
    return await findChannelTyped(ctx, where, name);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    throw new AppError('unavailable');
  }
}

export async function removeBan(ctx: Ctx, ownerId: UserId, banId: string): Promise<void> {
  if (!(await deleteBan(ctx.db, ownerId, banId))) throw new AppError('notFound');
  await personChanged(ctx, ownerId);
}

/** Finds a ban by the name that the person had then, or by their id. */
export async function removeBanNamed(
  ctx: Ctx,
  ownerId: UserId,
  { where, name }: { readonly where: PersonPlace; readonly name: string },
): Promise<boolean> {
  const ban = await findBannedPerson(
    ctx.db,
    ownerId,
    where,
    name
      .trim()
      .replace(/^@/, '')
      .replace(/^<@!?(\d+)>$/, '$1'),
  );
  const isGone = ban !== null && (await deleteBanOf(ctx.db, ban));
  if (isGone) await personChanged(ctx, ownerId);
  return isGone;
}

const A_PAGE = 50;
const nextBans = cursorOfOne(pieces.text);

export async function readBans(
  ctx: Ctx,
  ownerId: UserId,
  { limit = A_PAGE, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<MediaBan[]> {
  const after = await rowAt(nextBans, cursor, async (id) => await findBanById(ctx.db, ownerId, id));
  const rows = await listBans(ctx.db, ownerId, { after, limit });
  const names = await listNames(
    ctx,
    rows.flatMap(({ bannedBy }) => bannedBy ?? []),
  );
  return rows.map(({ id, kind, place, targetId, name, bannedAt, bannedBy }) => ({
    banId: id,
    kind,
    where: place,
    id: targetId,
    name,
    bannedAt,
    bannedBy: (bannedBy && names.get(bannedBy)) ?? null,
  }));
}
