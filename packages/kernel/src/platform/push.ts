import type { Platform } from '@tally/contract';
import type { ChatBan, ChatMessage } from './chat.ts';
import type { OutsideAccount, Revocation, SubscriptionNews } from './people.ts';
import type { Hint } from './stream.ts';

/** Subscriptions that one person gifted in a channel, from a signed push. */
export interface GiftedSubs {
  readonly platform: Platform;
  /** Unique per platform; a second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  /** Null: the gifter is anonymous. */
  readonly gifter: OutsideAccount | null;
  readonly count: number;
  /** The recipients whom the push names. */
  readonly giftees: readonly OutsideAccount[];
  /** When the subscriptions end; null if the push does not say. */
  readonly until: Date | null;
  readonly givenAt: Date;
}

/** A new follower of a channel, from a signed push. */
export interface NewFollower {
  readonly platform: Platform;
  /** Unique per platform; a second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  readonly follower: OutsideAccount;
  readonly at: Date;
}

/** A gift in the platform's own currency, from a signed push. */
export interface GiftedKicks {
  readonly platform: Platform;
  /** Unique per platform; a second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  readonly sender: OutsideAccount;
  readonly amount: number;
  /** The gift's name. */
  readonly gift: string | null;
  readonly message: string | null;
  readonly at: Date;
}

/** Topics that a channel pushes only on request. */
export type PushTopic = 'moderation' | 'kicks' | 'follows';

export interface Push {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** When its first byte arrived. Absent: now. */
  readonly arrivedAt?: Date | undefined;
}

/** What happened in a channel or to an account, from a signed push. */
export type Happening =
  /** A viewer wrote in a chat that we are subscribed to. */
  | { readonly kind: 'chat'; readonly message: ChatMessage }
  /** A viewer was banned from a chat that we are subscribed to. */
  | { readonly kind: 'ban'; readonly ban: ChatBan }
  /** A viewer gifted subscriptions in a channel that we follow. */
  | { readonly kind: 'gift'; readonly gift: GiftedSubs }
  /** A viewer subscribed to a channel that we follow, or renewed. */
  | { readonly kind: 'subscription'; readonly news: SubscriptionNews }
  /** A viewer followed a channel whose followers we are subscribed to. */
  | { readonly kind: 'follow'; readonly follow: NewFollower }
  /** A viewer sent Kicks in a channel that we are subscribed to. */
  | { readonly kind: 'kicks'; readonly kicks: GiftedKicks }
  /** A person revoked their permission. */
  | { readonly kind: 'revoked'; readonly revocation: Revocation };

export type PushReading =
  | Happening
  | { readonly kind: 'hint'; readonly hint: Hint }
  /** Several events in one push. */
  | { readonly kind: 'hints'; readonly hints: readonly Hint[] }
  /** A handshake: answer 200 with this text. */
  | { readonly kind: 'challenge'; readonly text: string }
  /** Genuine, but about nothing that we follow. */
  | { readonly kind: 'ignored' }
  /** `isHidden`: we answer as if it were valid, which leaks nothing to a caller who guesses. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isHidden?: boolean };

export interface IntakeCalls {
  /** Checks the signature on the raw body and parses the push. */
  readonly readPush: (push: Push) => Promise<PushReading>;
}

/** Only platforms that can reach us. */
export interface PushCalls {
  /**
   * Asks the platform to push events of these channels, and cancels topics that are no longer wanted. Safe to repeat.
   */
  readonly ensurePush: (
    channelIds: readonly string[],
    topics?: ReadonlyMap<string, readonly PushTopic[]>,
  ) => Promise<void>;
  /**
   * Cancels the pushes of these channels, in batches if there are many. Returns the channels for which something was
   * canceled: none if pushes expire without a call.
   */
  readonly dropPush: (channelIds: readonly string[]) => Promise<readonly string[]>;
  /** Asks the platform to push revoked permissions, if it can. Safe to repeat. */
  readonly hearRevocations: () => Promise<void>;
  readonly pushTopics: readonly PushTopic[];
}
