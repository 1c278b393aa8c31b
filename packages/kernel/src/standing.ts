import type { PlatformToLink, StandingKind } from '@tally/contract';
import type { OutsideAccount } from './platform-login.ts';

/** A person's standing in a channel, according to the platform. A kind that could not be queried is left out. */
export type Standing = { readonly [K in StandingKind]?: boolean };

export interface StandingQuestion {
  readonly channelId: string;
  readonly kinds: readonly StandingKind[];
}

/** Asked in the person's own name, or in the name of the channel's creator. */
export interface StandingsAsked {
  readonly as: 'viewer' | 'creator';
  readonly token: { readonly accessToken: string; readonly scopes: readonly string[] };
  /** The person's account. */
  readonly accountId: string;
  readonly questions: readonly StandingQuestion[];
}

/** A query for lists of people that a platform shows only to the creator. */
export interface SupportersAsked {
  readonly channelId: string;
  readonly displayName: string | null;
  /** The address or key that the creator gave us. */
  readonly secret: string;
}

export interface SupporterList {
  /** Since when, keyed by lower-case name; null if the platform does not say. */
  readonly since: ReadonlyMap<string, Date | null>;
  /** True if the list is complete. */
  readonly isWhole: boolean;
}

export type Supporters = Readonly<Record<'follower' | 'subscriber', SupporterList>>;

/** A new or renewed subscription to a channel, from a signed push. */
export interface SubscriptionNews {
  readonly platform: PlatformToLink;
  /** Unique per platform; a second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  readonly subscriber: OutsideAccount;
  /** Total months, including this one. */
  readonly months: number | null;
  readonly until: Date | null;
  readonly at: Date;
}
