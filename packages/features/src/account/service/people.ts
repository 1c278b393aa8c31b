import {
  bit,
  type CurrentUser,
  defaultLocale,
  type Locale,
  type User,
  type UserId,
  type UserPatch,
  userFlags,
} from '@tally/contract';
import type { User as DiscordUser } from '@tally/discord/rest';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx, describeToStaff, seconds } from '@tally/kernel';
import { flagsOfBadges, imageUrl, isDev, isStaff, localeOf, toCurrentUser, toUser } from '../render.ts';
import { listBell, markBell } from '../store/bell.ts';
import {
  claimBadge,
  findPerson,
  listFaces,
  listNamed,
  namesOf,
  type Person,
  type Profile,
  saveIfNew,
  savePerson,
  setBadges,
  setBlacklisted,
  setLocale,
  setNewsByEmail,
} from '../store/people.ts';
import { greetKey } from './greet.ts';

interface UserOwner {
  /** Returns this feature's wire fields of a person. Never include secrets, not even for the person themselves. */
  readonly parts: (ctx: Ctx, userId: UserId) => Promise<Partial<User>>;
  /** Applies a person's changes to this feature's fields. Throws an AppError to refuse the changes. */
  readonly change?: (ctx: Ctx, userId: UserId, patch: UserPatch) => Promise<void>;
}

declare module '@tally/kernel' {
  interface Feature {
    readonly user?: UserOwner;
  }
}

const OWNER = bit(userFlags.Owner);

/** Stores a person who has just logged in, and decides whether they own this installation. */
export async function rememberPerson(ctx: Ctx, profile: Profile): Promise<Person> {
  const now = ctx.clock.now();
  const person = await ctx.db.transaction(async (tx) => {
    const saved = await savePerson(tx, profile, now);
    await appointOwner(ctx, tx, saved);
    // A person without a chosen language gets the language of the login page.
    if (!localeOf(saved) && ctx.client?.locale) await setLocale(tx, saved.id as UserId, ctx.client.locale);
    await personChanged(ctx, saved.id as UserId);
    return await getPerson(tx, saved.id as UserId);
  });
  if (person.createdAt.getTime() !== now.getTime()) return person;
  ctx.figures.count('person', 'came');
  return { ...person, isBlacklisted: await banAgain(ctx, person.id as UserId) };
}

/** Restores the ban of a person who deleted the account and came back. */
async function banAgain(ctx: Ctx, userId: UserId): Promise<boolean> {
  const said = await Promise.all(ctx.features.map(async (feature) => await feature.isBanned?.(ctx, 'person', userId)));
  const isBanned = said.includes(true);
  if (isBanned) await setBlacklisted(ctx.db, userId, true);
  return isBanned;
}

/** Applies the list of owners. With the simulated Discord, the first person becomes the owner: docs/decisions/0010. */
async function appointOwner(ctx: Ctx, tx: Db, person: Person): Promise<void> {
  const userId = person.id as UserId;
  const isNamed = (await ctx.houseSettings.owners(tx)).includes(userId);
  if (isNamed) await setBadges(tx, userId, { add: OWNER, remove: 0n });
  else if (!ctx.config.discord.isReal) await claimBadge(tx, userId, OWNER);
  else await setBadges(tx, userId, { add: 0n, remove: OWNER });
}

async function getPerson(db: Db, userId: UserId): Promise<Person> {
  const person = await findPerson(db, userId);
  if (!person) throw new AppError('userNotFound');
  return person;
}

/** Returns the person with the fields of all features. */
export async function getUser(ctx: Ctx, userId: UserId): Promise<User & { isDev: boolean; isStaff: boolean }> {
  const person = await getPerson(ctx.db, userId);
  describeToStaff(ctx, { personId: userId });
  const user = await assemble(ctx, person);
  const flags = flagsOfBadges(person.badges);
  const isSelf = ctx.caller.kind === 'user' && ctx.caller.userId === userId;
  return {
    ...user,
    email: isSelf ? user.email : null,
    newsByEmail: isSelf && user.newsByEmail,
    isDev: isDev(flags),
    isStaff: isStaff(flags),
  };
}

const cacheKey = (userId: UserId): string => `account/me/${userId}`;
/** Every page load needs the current user, so it is cached. Code that changes a person calls `personChanged`. */
const BELIEVED_MS = seconds(5);

export async function getCurrentUser(ctx: Ctx, userId: UserId): Promise<CurrentUser> {
  return await ctx.cache.get(cacheKey(userId), BELIEVED_MS, async () => {
    const person = await getPerson(ctx.db, userId);
    // The API serializes a frozen object only once.
    return Object.freeze(toCurrentUser(ctx.config, person, await assemble(ctx, person)));
  });
}

/** Drops the cached person. Every feature that changes a person's fields must call this. */
export async function personChanged(ctx: Ctx, userId: UserId): Promise<void> {
  await ctx.cache.forget(cacheKey(userId), greetKey(userId));
}

async function assemble(ctx: Ctx, person: Person): Promise<User> {
  const userId = person.id as UserId;
  const [bell, ...parts] = await Promise.all([
    listBell(ctx.db, userId),
    ...ctx.features.map(async (feature) => await feature.user?.parts(ctx, userId)),
  ]);
  return Object.assign({}, toUser(person, bell), ...parts);
}

/** Returns a person's chosen language, for texts that we write while they are away. */
export async function localeOfUser(ctx: Ctx, userId: UserId): Promise<Locale> {
  const person = await findPerson(ctx.db, userId);
  return (person && localeOf(person)) ?? defaultLocale;
}

export async function updateUser(ctx: Ctx, userId: UserId, patch: UserPatch): Promise<void> {
  // Throws if the person does not exist, before any feature stores data about them.
  await getPerson(ctx.db, userId);
  for (const feature of ctx.features) await feature.user?.change?.(ctx, userId, patch);
  await ctx.db.transaction(async (tx) => {
    if (patch.locale !== undefined) await setLocale(tx, userId, patch.locale);
    if (patch.newsByEmail !== undefined) await setNewsByEmail(tx, userId, patch.newsByEmail);
    if (patch.notifications !== undefined) await markBell(tx, userId, patch.notifications.isRead);
    await personChanged(ctx, userId);
  });
}

/** Also works for people who have never logged in; the chosen language is then all we store about them. */
export async function chooseLanguage(ctx: Ctx, user: DiscordUser, locale: Locale): Promise<void> {
  const userId = user.id;
  const isNew = await ctx.db.transaction(async (tx) => {
    const isNew = await saveIfNew(tx, toProfile(user), ctx.clock.now());
    await setLocale(tx, userId, locale);
    await personChanged(ctx, userId);
    return isNew;
  });
  if (isNew) ctx.figures.count('person', 'came');
}

/** Discord sends the email address only at login. */
export const toProfile = (user: DiscordUser): Profile => ({
  id: user.id,
  username: user.username,
  globalName: user.displayName,
  discriminator: user.discriminator,
  avatar: user.avatar,
  banner: user.banner,
  accentColor: user.accentColor,
  email: user.email,
});

/** Returns facts about a person that other features need but pages don't. */
export async function getUserFacts(
  ctx: Ctx,
  userId: UserId,
): Promise<{ badges: bigint; email: string | null; username: string; locale: Locale }> {
  const person = await getPerson(ctx.db, userId);
  const { badges, email, username } = person;
  return { badges, email, username, locale: localeOf(person) ?? defaultLocale };
}

/** Returns the names of people, for lists. Unknown people are left out. */
export async function listNames(ctx: Ctx, userIds: readonly UserId[]): Promise<ReadonlyMap<string, string>> {
  return await namesOf(ctx.db, userIds);
}

/** Returns the names and avatars of people, for lists. Unknown people are left out. */
export async function listFacesOf(ctx: Ctx, userIds: readonly UserId[]): Promise<ReadonlyMap<string, Face>> {
  const rows = await listFaces(ctx.db, userIds);
  return new Map(
    rows.map(({ id, username, avatar }) => [id, { username, avatar: imageUrl(ctx.config, 'avatars', id, avatar) }]),
  );
}

export interface Face {
  readonly username: string;
  readonly avatar: string | null;
}

/** Finds people by name for the staff search. */
export async function listPeopleNamed(ctx: Ctx, letters: string, limit: number): Promise<string[]> {
  return await listNamed(ctx.db, letters, limit);
}
