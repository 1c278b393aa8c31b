import { type AuditLogKind, auditLogKinds, usualAuditLogKinds } from '@tally/contract';
import type { BanTold, ChatBan, GiftedKicks, GiftedSubs, NewFollower, SubscriptionNews } from '@tally/kernel';

/** Only this platform pushes the events that a log shows. */
export const LOGGED_ON = 'kick';

/** An event that waits to be posted. Names are stored as they were at the time, dates as text. */
export interface LoggedEvent {
  readonly kind: AuditLogKind;
  readonly at: string;
  /** The affected person, or null for an anonymous one. */
  readonly name: string | null;
  readonly by?: string | null;
  readonly reason?: string | null;
  readonly until?: string | null;
  /** The months of a subscription, the number of gifted subscriptions, or the amount of Kicks. */
  readonly count?: number | null;
  readonly gift?: string | null;
  readonly to?: readonly string[];
}

/** A line names at most this many people and counts the rest. */
export const MOST_NAMED = 5;
const LONGEST_NAME = 50;
const LONGEST_TEXT = 300;
// Pushed texts may have any length, so we cut them before we store them.
const nameOf = (account: { readonly displayName: string } | null): string | null =>
  account && account.displayName.slice(0, LONGEST_NAME);
const textOf = (text: string | null): string | null => text && text.slice(0, LONGEST_TEXT);

export const banEvent = ({ banned, told }: ChatBan & { readonly told: BanTold }): LoggedEvent => ({
  kind: told.until ? 'timeout' : 'ban',
  at: told.at.toISOString(),
  name: nameOf(banned),
  by: nameOf(told.moderator),
  reason: textOf(told.reason),
  until: told.until?.toISOString() ?? null,
});

export const giftEvent = ({ gifter, count, giftees, givenAt }: GiftedSubs): LoggedEvent => ({
  kind: 'gift',
  at: givenAt.toISOString(),
  name: nameOf(gifter),
  count,
  to: giftees.slice(0, MOST_NAMED).flatMap((giftee) => nameOf(giftee) ?? []),
});

export const subscriptionEvent = ({ subscriber, months, at }: SubscriptionNews): LoggedEvent => ({
  kind: 'sub',
  at: at.toISOString(),
  name: nameOf(subscriber),
  count: months,
});

export const kicksEvent = ({ sender, amount, gift, message, at }: GiftedKicks): LoggedEvent => ({
  kind: 'kicks',
  at: at.toISOString(),
  name: nameOf(sender),
  count: amount,
  gift: gift && gift.slice(0, LONGEST_NAME),
  reason: textOf(message),
});

export const followEvent = ({ follower, at }: NewFollower): LoggedEvent => ({
  kind: 'follow',
  at: at.toISOString(),
  name: nameOf(follower),
});

/** Null selects every kind except follows; an empty list selects none. */
export const kindsOf = (chosen: readonly AuditLogKind[] | null | undefined): AuditLogKind[] =>
  auditLogKinds.filter((kind) => (chosen ?? usualAuditLogKinds).includes(kind));
