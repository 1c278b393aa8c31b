import type { Platform } from '@tally/contract';
import type { Hint } from './platform.ts';
import type { ChatBan, ChatMessage, OutsideAccount, Revocation } from './platform-login.ts';
import type { SubscriptionNews } from './standing.ts';

/** Subscriptions of a channel that one person gave to others, as a signed push told it. */
export interface GiftedSubs {
  readonly platform: Platform;
  /** Unique per platform; a second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  /** Null: they did not want to be named. */
  readonly gifter: OutsideAccount | null;
  readonly count: number;
  /** Those who were named. */
  readonly giftees: readonly OutsideAccount[];
  /** When they end; null: not told. */
  readonly until: Date | null;
  readonly givenAt: Date;
}

/** Somebody follows a channel from now on, as a signed push told it. */
export interface NewFollower {
  readonly platform: Platform;
  /** Unique per platform; a second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  readonly follower: OutsideAccount;
  readonly at: Date;
}

/** Somebody gave what a platform calls its money, as a signed push told it. */
export interface GiftedKicks {
  readonly platform: Platform;
  /** Unique per platform; a second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  readonly sender: OutsideAccount;
  readonly amount: number;
  /** What the gift is called. */
  readonly gift: string | null;
  readonly message: string | null;
  readonly at: Date;
}

/** What is pushed of a channel only where somebody wants it. */
export type PushTopic = 'moderation' | 'kicks' | 'follows';

export interface Push {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  readonly query: Readonly<Record<string, string | undefined>>;
}

export type PushReading =
  | { readonly kind: 'hint'; readonly hint: Hint }
  /** Several things in one push. */
  | { readonly kind: 'hints'; readonly hints: readonly Hint[] }
  /** A handshake: answer 200 with this text. */
  | { readonly kind: 'challenge'; readonly text: string }
  /** Somebody wrote in a chat that we asked to hear. */
  | { readonly kind: 'chat'; readonly message: ChatMessage }
  /** Somebody was banned from a chat that we asked to hear. */
  | { readonly kind: 'ban'; readonly ban: ChatBan }
  /** Somebody gave subscriptions of a channel that we follow. */
  | { readonly kind: 'gift'; readonly gift: GiftedSubs }
  /** Somebody subscribed to a channel that we follow, or went on with it. */
  | { readonly kind: 'subscription'; readonly news: SubscriptionNews }
  /** Somebody follows a channel whose followers we asked for. */
  | { readonly kind: 'follow'; readonly follow: NewFollower }
  /** Somebody gave Kicks in a channel for which we asked to hear of it. */
  | { readonly kind: 'kicks'; readonly kicks: GiftedKicks }
  /** Somebody took back what they had allowed us. */
  | { readonly kind: 'revoked'; readonly revocation: Revocation }
  /** Genuine, but nothing that we follow. */
  | { readonly kind: 'ignored' }
  /** `isHidden`: answered like a good one, so that nobody learns by trying. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isHidden?: boolean };
