import type { PlatformToLink } from '@tally/contract';

/** Tokens with which we call a platform in a person's name. */
export interface LoginTokens {
  readonly accessToken: string;
  /** Null: the access token cannot be renewed, so the person must log in again when it expires. */
  readonly refreshToken: string | null;
  readonly expiresInSeconds: number;
  readonly scopes: readonly string[];
}

/** A person's account on a platform. The id is stable; names change. */
export interface OutsideAccount {
  readonly id: string;
  /** The name as links spell it. */
  readonly name: string;
  readonly displayName: string;
}

/**
 * What a person is asked to allow. `viewer` says who they are; `creator` also lets us read their supporters.
 * `chat` lets our bot answer in their chat; `clips` lets us download their clips.
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
    /** Scopes they have already allowed. A login replaces them, so it asks for them again. */
    readonly held: readonly string[];
  }) => string;
  /** The scopes of a creator beyond those of a viewer. Absent if the platform makes no difference. */
  readonly creatorScopes?: readonly string[];
  /** The scopes our bot needs to answer in their chat. */
  readonly chatScopes?: readonly string[];
  /** The scopes we need to get download addresses of their clips. Absent if the platform has no such call. */
  readonly clipScopes?: readonly string[];
  /** Null when the platform rejects the code: used, expired, invalid, or issued for another address. */
  readonly exchange: (about: {
    readonly code: string;
    readonly redirectUri: string;
    readonly verifier: string;
  }) => Promise<LoginTokens | null>;
  /** Null: the person revoked their permission. Trouble with our own key throws, because it says nothing about them. */
  readonly renew: (refreshToken: string) => Promise<LoginTokens | null>;
  /**
   * Whether the platform still accepts the token. Absent if the platform demands no such check.
   * https://dev.twitch.tv/docs/authentication/validate-tokens/
   */
  readonly isValid?: (accessToken: string) => Promise<boolean>;
  /** Asks the platform to push revoked permissions. Safe to repeat. */
  readonly hearRevocations?: () => Promise<void>;
  /** Revokes the permission. Safe to repeat. */
  readonly revoke: (tokens: Pick<LoginTokens, 'accessToken' | 'refreshToken'>) => Promise<void>;
  /** Null: the login has no channel, which is possible at Google. */
  readonly whoIs: (accessToken: string) => Promise<OutsideAccount | null>;
}

/** A signed push says that a person revoked their permission. It may be late: they may have agreed again since. */
export interface Revocation {
  readonly platform: PlatformToLink;
  readonly accountId: string;
}

export interface ChatPicture {
  readonly title: string;
  readonly url: string;
}

/** A line in a channel's chat, from a signed push. */
export interface ChatMessage {
  readonly platform: PlatformToLink;
  readonly messageId: string;
  readonly channelId: string;
  readonly sender: OutsideAccount;
  /** The sender's roles in the channel, in the platform's words: `moderator`, `subscriber` … */
  readonly badges: readonly string[];
  /** Absent if the platform does not count them. */
  readonly subscribedMonths?: number | undefined;
  /** Badges that come with their own image. */
  readonly pictures?: readonly ChatPicture[];
  /** Set if the sender shares a renewal with the chat: their months so far. */
  readonly renewedMonths?: number | undefined;
  /** The color of the name as #RRGGBB; null when they chose none. */
  readonly colour: string | null;
  readonly text: string;
  /** The id of the message it replies to. */
  readonly replyTo: string | null;
  readonly sentAt: Date;
}

/** A person was banned or timed out in a channel's chat. Their messages must disappear. */
export interface ChatBan {
  readonly platform: PlatformToLink;
  readonly channelId: string;
  readonly banned: OutsideAccount;
  /** Details that only a signed push carries; reading the chat does not show them. */
  readonly told?: BanTold;
}

export interface BanTold {
  /** Unique per platform; a second one with the same id has no effect. */
  readonly messageId: string;
  readonly moderator: OutsideAccount | null;
  readonly reason: string | null;
  /** Null: permanent. */
  readonly until: Date | null;
  readonly at: Date;
}

/** What we see when we read a chat. */
export type ChatHappening =
  | { readonly kind: 'line'; readonly message: ChatMessage }
  | { readonly kind: 'ban'; readonly ban: ChatBan }
  /** A moderator removed one line. */
  | { readonly kind: 'removed'; readonly messageId: string }
  /** A moderator cleared the chat. */
  | { readonly kind: 'cleared' };
