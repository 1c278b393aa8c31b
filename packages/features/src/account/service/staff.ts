import { bit, type ServerId, type StaffHit, type UserFlag, type UserId, userFlags } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx } from '@tally/kernel';
import { listServers } from '../../grants/index.ts';
import { flagsOfBadges, imageUrl } from '../render.ts';
import {
  type Addressed,
  findPerson,
  listAddressed,
  listFaces,
  listNamed,
  type Person,
  setBlacklisted as saveBlacklisted,
  setBadges,
} from '../store/people.ts';
import { personChanged } from './people.ts';

/** For staff calls, which identify a person by id. */
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

export async function giveFlags(
  ctx: Ctx,
  userId: UserId,
  { add, remove }: { add: readonly UserFlag[]; remove: readonly UserFlag[] },
): Promise<void> {
  const bitsOf = (flags: readonly UserFlag[]) => flags.reduce((bits, flag) => bits | bit(userFlags[flag]), 0n);
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
  const faces = await listFaces(ctx.db, ids as UserId[]);
  return faces.map(({ id, username }) => ({ kind: 'person', id, title: username, href: `/admin/people/${id}` }));
}
