import { hasFlag } from '@tally/contract';
import { findServerStates } from '@tally/discord/gateway';
import type { Member } from '@tally/discord/rest';
import { type Ctx, UpstreamError } from '@tally/kernel';
import type { MemberKey } from '@tally/pipeline/roles';
import type { LinkedAccount } from '../../connections/index.ts';
import { report } from '../../error-logs/index.ts';
import { findRenameTrouble } from '../../places/index.ts';
import { findMember, findSyncUsername, noteName } from '../store/members.ts';

/** Discord's limit: https://docs.discord.com/developers/resources/user#usernames-and-nicknames */
const MOST = 32;

/** Removes invisible characters and those that change the text direction. */
const tidy = (name: string): string =>
  Array.from(
    name
      .toWellFormed()
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
      .trim(),
  )
    .slice(0, MOST)
    .join('')
    .trim();

/** The new nickname, or why Discord refuses it: the member ranks above the bot, or the bot may not rename members. */
export type NewName = { readonly given: string } | 'refused' | 'forbidden' | null;

/**
 * Renames a member to their account's name, Kick before Twitch. Without a request this happens only when the account's
 * name has changed, so a nickname set by hand stays until then.
 */
export async function nameMember(
  ctx: Ctx,
  place: MemberKey,
  about: {
    readonly member: Member;
    readonly accounts: readonly LinkedAccount[];
    readonly isAsked: boolean;
    readonly bitfield: bigint;
  },
): Promise<NewName> {
  if (!hasFlag(about.bitfield, 'SyncSocialUsernames')) return null;
  if (!(await findSyncUsername(ctx.db, place.serverId))) return null;
  const account =
    about.accounts.find(({ platform }) => platform === 'kick') ??
    about.accounts.find(({ platform }) => platform === 'twitch');
  const name = tidy(account?.displayName ?? '');
  if (name === '') return null;
  const { user, nick } = about.member;
  const shown = nick ?? user?.displayName ?? user?.username;
  const before = (await findMember(ctx.db, place))?.namedAs ?? null;
  if (shown === name || (!about.isAsked && before === name)) return null;
  // Discord lets server owners be renamed only by themselves.
  const state = (await findServerStates(ctx.db, [place.serverId])).get(place.serverId);
  if (state?.ownerId === place.userId) return 'refused';
  const trouble = await findRenameTrouble(ctx, place.serverId);
  if (trouble) {
    await report(ctx, place.serverId, trouble);
    return 'forbidden';
  }
  try {
    await ctx.discord.members.rename({ ...place, nick: name, reason: 'username sync' });
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'down') throw error;
    // The owner and members above the bot can only rename themselves. We do not retry automatically.
    await noteName(ctx.db, place, name);
    return 'refused';
  }
  await noteName(ctx.db, place, name);
  return { given: name };
}
