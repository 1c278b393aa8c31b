import type { PlatformToLink } from '@tally/contract';

/** What a platform gave us so that we may ask it in a person's name. */
export interface LoginTokens {
  readonly accessToken: string;
  /** Null: good until it ends, and then the person has to log in again. */
  readonly refreshToken: string | null;
  readonly expiresInSeconds: number;
  readonly scopes: readonly string[];
}

/** Who somebody is on a platform. The id stays, names change. */
export interface OutsideAccount {
  readonly id: string;
  /** As links write it. */
  readonly name: string;
  readonly displayName: string;
}

/**
 * What a person is asked to allow: a viewer says who they are, a creator also lets us read who supports them, `chat` is
 * for a creator in whose chat our bot may answer, `clips` for one whose clips may be downloaded.
 */
export type LoginDepth = 'viewer' | 'creator' | 'chat' | 'clips';

/** OAuth 2 with a platform, in a person's name. */
export interface PlatformLogin {
  /** The page on which the person agrees. `challenge` is the SHA-256 of the verifier, in base64url. */
  readonly addressOf: (about: {
    readonly state: string;
    readonly redirectUri: string;
    readonly challenge: string;
    readonly depth: LoginDepth;
    /** What they have allowed already: a login replaces what came before. */
    readonly held: readonly string[];
  }) => string;
  /** What a creator allows beyond a viewer. Left out where the platform knows no difference. */
  readonly creatorScopes?: readonly string[];
  /** What our bot needs to answer in their chat. */
  readonly chatScopes?: readonly string[];
  /** What it takes to be told where their clips can be downloaded. Left out where the platform has no way. */
  readonly clipScopes?: readonly string[];
  /** Null where the platform does not accept the code: used up, too old, made up, or for another address. */
  readonly exchange: (about: {
    readonly code: string;
    readonly redirectUri: string;
    readonly verifier: string;
  }) => Promise<LoginTokens | null>;
  /** Null: the person took their permission back. Trouble with our own key throws, and says nothing about them. */
  readonly renew: (refreshToken: string) => Promise<LoginTokens | null>;
  /** Whether the platform still accepts it; absent where nobody demands to be asked. https://dev.twitch.tv/docs/authentication/validate-tokens/ */
  readonly isValid?: (accessToken: string) => Promise<boolean>;
  /** Asks the platform to push it when somebody takes their permission back. Safe to repeat. */
  readonly hearRevocations?: () => Promise<void>;
  /** Gives the permission back. Safe to repeat. */
  readonly revoke: (tokens: Pick<LoginTokens, 'accessToken' | 'refreshToken'>) => Promise<void>;
  /** Null: a login without a channel, which Google has. */
  readonly whoIs: (accessToken: string) => Promise<OutsideAccount | null>;
}

/** Somebody took back what they had allowed us, as a signed push told it. It may be late: they may have allowed it anew. */
export interface Revocation {
  readonly platform: PlatformToLink;
  readonly accountId: string;
}

export interface ChatPicture {
  readonly title: string;
  readonly url: string;
}

/** Something written in a channel's chat, as a signed push told it. */
export interface ChatMessage {
  readonly platform: PlatformToLink;
  readonly messageId: string;
  readonly channelId: string;
  readonly sender: OutsideAccount;
  /** What the sender is to the channel, in the platform's words: `moderator`, `subscriber` … */
  readonly badges: readonly string[];
  /** Absent where the platform does not count them. */
  readonly subscribedMonths?: number | undefined;
  /** Badges that bring a picture of their own. */
  readonly pictures?: readonly ChatPicture[];
  /** The sender shares a renewal with the chat: their months so far. */
  readonly renewedMonths?: number | undefined;
  /** In which the name is written, as #RRGGBB; null: none was chosen. */
  readonly colour: string | null;
  readonly text: string;
  /** Whom it answers. */
  readonly replyTo: string | null;
  readonly sentAt: Date;
}

/** Somebody may not write in a channel's chat any more, for good or for a while; what they wrote is to go. */
export interface ChatBan {
  readonly platform: PlatformToLink;
  readonly channelId: string;
  readonly banned: OutsideAccount;
  /** Beside that what a signed push says; who reads along with a chat does not learn it. */
  readonly told?: BanTold;
}

export interface BanTold {
  /** Unique per platform; a second one with the same id has no effect. */
  readonly messageId: string;
  readonly moderator: OutsideAccount | null;
  readonly reason: string | null;
  /** Null: for good. */
  readonly until: Date | null;
  readonly at: Date;
}

/** What is seen of a chat by who reads it. */
export type ChatHappening =
  | { readonly kind: 'line'; readonly message: ChatMessage }
  | { readonly kind: 'ban'; readonly ban: ChatBan }
  /** A moderator took one line away. */
  | { readonly kind: 'removed'; readonly messageId: string }
  /** A moderator took all of them away. */
  | { readonly kind: 'cleared' };
