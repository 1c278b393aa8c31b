import { type AuditLogKind, auditLogKinds, usualAuditLogKinds } from '@tally/contract';
import type { BanTold, ChatBan, GiftedKicks, GiftedSubs, NewFollower, SubscriptionNews } from '@tally/kernel';

/** The platform that pushes the events of a log. */
export const LOGGED_ON = 'kick';

/** A waiting line of a log, with names as they were then and dates as text. */
export interface LoggedEvent {
  readonly kind: AuditLogKind;
  readonly at: string;
  /** The affected person; null: anonymous. */
  readonly name: string | null;
  readonly by?: string | null;
  readonly reason?: string | null;
  readonly until?: string | null;
  /** Months of a subscription, number of gifted subscriptions, or Kicks. */
  readonly count?: number | null;
  readonly gift?: string | null;
  readonly to?: readonly string[];
}

/** The most names on a line; the rest are counted. */
export const MOST_NAMED = 5;
const LONGEST_NAME = 50;
const LONGEST_TEXT = 300;
// Cut before it is stored, because pushed texts may have any length.
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

/** Null means all but follows; an empty list means none. */
export const kindsOf = (chosen: readonly AuditLogKind[] | null | undefined): AuditLogKind[] =>
  auditLogKinds.filter((kind) => (chosen ?? usualAuditLogKinds).includes(kind));
