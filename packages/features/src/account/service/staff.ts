import { bit, givenFlags, type ServerId, type StaffHit, type UserFlag, type UserId, userFlags } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx } from '@tally/kernel';
import { listServers } from '../../grants/index.ts';
import { flagsOfBadges, imageUrl } from '../render.ts';
import {
  type Addressed,
  type FaceRow,
  findPerson,
  listAddressed,
  listFaces,
  listNamed,
  listNewest,
  type Person,
  setBlacklisted as saveBlacklisted,
  setBadges,
} from '../store/people.ts';
import { personChanged } from './people.ts';

/** Throws if a staff member enters an id that does not exist. */
async function require(ctx: Ctx, userId: UserId): Promise<Person> {
  const person = await findPerson(ctx.db, userId);
  if (!person) throw new AppError('userNotFound');
  return person;
}

interface StaffProfile {
  readonly username: string;
  readonly globalName: string | null;
  readonly avatar: string | null;
  readonly hasEmail: boolean;
  readonly createdAt: Date;
  readonly lastLoginAt: Date;
  readonly flags: ReadonlySet<UserFlag>;
  readonly servers: readonly { readonly serverId: ServerId; readonly name: string; readonly isOwner: boolean }[];
}

export async function getProfile(ctx: Ctx, userId: UserId): Promise<StaffProfile> {
  const [person, servers] = await Promise.all([require(ctx, userId), listServers(ctx.db, userId)]);
  const { username, globalName, avatar, email, createdAt, lastLoginAt, badges } = person;
  return {
    username,
    globalName,
    avatar: imageUrl(ctx.config, 'avatars', userId, avatar),
    hasEmail: email !== null,
    createdAt,
    lastLoginAt,
    flags: flagsOfBadges(badges),
    servers: servers.map(({ serverId, name, isOwner }) => ({ serverId: serverId as ServerId, name, isOwner })),
  };
}

const bitsOf = (flags: readonly UserFlag[]): bigint => flags.reduce((bits, flag) => bits | bit(userFlags[flag]), 0n);

export async function giveFlags(
  ctx: Ctx,
  userId: UserId,
  { add, remove }: { add: readonly UserFlag[]; remove: readonly UserFlag[] },
): Promise<void> {
  await setBadges(ctx.db, userId, { add: bitsOf(add), remove: bitsOf(remove) });
  await personChanged(ctx, userId);
}

export async function setBlacklisted(ctx: Ctx, tx: Db, userId: UserId, isBlacklisted: boolean): Promise<void> {
  await saveBlacklisted(tx, userId, isBlacklisted);
  await personChanged(ctx, userId);
}

export async function listEmails(
  ctx: Ctx,
  about: { search: string; limit: number; cursor: string | undefined; wantsNews?: boolean },
): Promise<Addressed[]> {
  const { search, limit, cursor, wantsNews = false } = about;
  return await listAddressed(ctx.db, { search, limit, after: cursor, wantsNews });
}

export async function searchPeople(ctx: Ctx, words: string, limit: number): Promise<StaffHit[]> {
  const ids = /^\d{15,20}$/.test(words) ? [words] : await listNamed(ctx.db, words, limit);
  return (await listFaces(ctx.db, ids as UserId[])).map((face) => asHit(ctx, face));
}

/** Lists people with a flag other than a plan first, then the newest. */
export async function newestPeople(ctx: Ctx, limit: number): Promise<StaffHit[]> {
  return (await listNewest(ctx.db, bitsOf(roles), limit)).map((face) => asHit(ctx, face));
}

const roles = [...givenFlags, 'Owner'] as const;

const asHit = (ctx: Ctx, { id, username, avatar, badges }: FaceRow): StaffHit => {
  const flags = flagsOfBadges(badges);
  return {
    kind: 'person',
    id,
    title: username,
    href: `/admin/people/${id}`,
    picture: imageUrl(ctx.config, 'avatars', id, avatar),
    flags: roles.filter((flag) => flags.has(flag)),
  };
};
