import type { RoleId, UserId } from '@tally/contract';
import type { Member, User } from '../../rest/external/index.ts';
import { isDigits, isNumber, isRecord, isText, type Raw } from './values.ts';

export function readUser(user: Raw): User | null {
  const { id, username, discriminator = '0', global_name: displayName, avatar, banner, accent_color: accent } = user;
  const { bot = false, email, locale } = user;
  if (!isDigits(id, 5, 20) || typeof username !== 'string' || typeof discriminator !== 'string') return null;
  if (!isText(displayName) || !isText(avatar) || !isText(banner) || !isText(email) || !isText(locale)) return null;
  if (typeof bot !== 'boolean' || (accent !== undefined && accent !== null && !isNumber(accent))) return null;
  return {
    id: id as UserId,
    username,
    discriminator,
    displayName: displayName ?? null,
    avatar: avatar ?? null,
    banner: banner ?? null,
    accentColor: accent ?? null,
    isBot: bot,
    email: email ?? null,
    locale: locale ?? null,
  };
}

export function readMember(member: Raw): Member | null {
  const { user, nick, avatar, roles, pending = false } = member;
  const { joined_at: joined, premium_since: boosting, communication_disabled_until: timedOut } = member;
  const person = isRecord(user) ? readUser(user) : null;
  if (user !== undefined && !person) return null;
  if (!isText(nick) || !isText(avatar) || typeof pending !== 'boolean') return null;
  if (!isText(joined) || !isText(boosting) || !isText(timedOut)) return null;
  if (!Array.isArray(roles) || !roles.every((role) => isDigits(role, 5, 20))) return null;
  return {
    user: person,
    nick: nick ?? null,
    avatar: avatar ?? null,
    roleIds: roles as RoleId[],
    joinedAt: toMoment(joined),
    boostingSince: toMoment(boosting),
    timedOutUntil: toMoment(timedOut),
    isPending: pending,
  };
}

const toMoment = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);
