import type { PlatformToLink, StandingKind } from '@tally/contract';
import type { OutsideAccount } from './platform-login.ts';

/** What a platform says that somebody is to a channel. A kind that is left out could not be asked. */
export type Standing = { readonly [K in StandingKind]?: boolean };

export interface StandingQuestion {
  readonly channelId: string;
  readonly kinds: readonly StandingKind[];
}

/** Asked in the name of the person themselves, or in that of the creator whose channel it is. */
export interface StandingsAsked {
  readonly as: 'viewer' | 'creator';
  readonly token: { readonly accessToken: string; readonly scopes: readonly string[] };
  /** Whose standing it is. */
  readonly accountId: string;
  readonly questions: readonly StandingQuestion[];
}

/** A list of people that a platform shows only to the creator. */
export interface SupportersAsked {
  readonly channelId: string;
  readonly displayName: string | null;
  /** What the creator entrusted to us. */
  readonly secret: string;
}

export interface SupporterList {
  /** Since when, by name in small letters; null: not told. */
  readonly since: ReadonlyMap<string, Date | null>;
  /** Nobody is missing in it. */
  readonly isWhole: boolean;
}

export type Supporters = Readonly<Record<'follower' | 'subscriber', SupporterList>>;

/** Somebody subscribed to a channel, or their subscription went on, as a signed push told it. */
export interface SubscriptionNews {
  readonly platform: PlatformToLink;
  /** Unique per platform; a second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  readonly subscriber: OutsideAccount;
  /** In all, with this one. */
  readonly months: number | null;
  readonly until: Date | null;
  readonly at: Date;
}
