import type { Platform } from '@tally/contract';
import type { ChatBan, ChatMessage } from './chat.ts';
import type { OutsideAccount, Revocation, SubscriptionNews } from './people.ts';
import type { Hint } from './stream.ts';

/** Subscriptions that one person gifted in a channel, from a signed push. */
export interface GiftedSubs {
  readonly platform: Platform;
  /** Unique per platform. A second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  /** Null if the gifter is anonymous. */
  readonly gifter: OutsideAccount | null;
  readonly count: number;
  /** The recipients whom the push names. */
  readonly giftees: readonly OutsideAccount[];
  /** When the subscriptions end. Null if the push does not contain it. */
  readonly until: Date | null;
  readonly givenAt: Date;
}

/** A new follower of a channel, from a signed push. */
export interface NewFollower {
  readonly platform: Platform;
  /** Unique per platform. A second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  readonly follower: OutsideAccount;
  readonly at: Date;
}

/** A gift in the platform's own currency, from a signed push. */
export interface GiftedKicks {
  readonly platform: Platform;
  /** Unique per platform. A second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  readonly sender: OutsideAccount;
  readonly amount: number;
  /** The name of the gift. */
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
  /** When the first byte arrived. Defaults to now. */
  readonly arrivedAt?: Date | undefined;
}

/** An event in a channel or about an account, from a signed push. */
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
  /** A handshake. The response is 200 with this text. */
  | { readonly kind: 'challenge'; readonly text: string }
  /** The push is genuine, but does not concern anything that we follow. */
  | { readonly kind: 'ignored' }
  /** `isHidden` makes us answer as if the push were valid, which leaks nothing to a caller who guesses. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isHidden?: boolean };

export interface IntakeCalls {
  /** Checks the signature on the raw body and parses the push. */
  readonly readPush: (push: Push) => Promise<PushReading>;
}

/** Only platforms that can reach us have these calls. */
export interface PushCalls {
  /** Requests the pushes of these channels, and cancels topics that are no longer wanted. Safe to repeat. */
  readonly ensurePush: (
    channelIds: readonly string[],
    topics?: ReadonlyMap<string, readonly PushTopic[]>,
  ) => Promise<void>;
  /**
   * Cancels the pushes of these channels, in batches if there are many. Returns the channels for which pushes were
   * canceled, or none if pushes expire without a call.
   */
  readonly dropPush: (channelIds: readonly string[]) => Promise<readonly string[]>;
  /** Requests pushes about revoked permissions, if the platform has them. Safe to repeat. */
  readonly hearRevocations: () => Promise<void>;
  readonly pushTopics: readonly PushTopic[];
}
