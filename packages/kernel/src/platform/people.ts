import type { PlatformToLink, StandingKind } from '@tally/contract';
import type { Channel } from './stream.ts';

/** Tokens for calling a platform on a person's behalf. */
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
 * What a person is asked to allow. `viewer` identifies them; `creator` also lets us read their supporters. `chat` lets
 * our bot answer in their chat; `clips` lets us download their clips.
 */
export type LoginDepth = 'viewer' | 'creator' | 'chat' | 'clips';

/** OAuth 2 with a platform, on a person's behalf. */
export interface PlatformLogin {
  /** The page on which the person agrees. `challenge` is the SHA-256 of the verifier, in base64url. */
  readonly addressOf: (about: {
    readonly state: string;
    readonly redirectUri: string;
    readonly challenge: string;
    readonly depth: LoginDepth;
    /** Scopes that they have already allowed. A login replaces them, so it asks for them again. */
    readonly held: readonly string[];
  }) => string;
  /** The scopes of a creator beyond those of a viewer. Null if the platform makes no difference. */
  readonly creatorScopes: readonly string[] | null;
  /** The scopes our bot needs to answer in their chat. */
  readonly chatScopes: readonly string[];
  /** The scopes we need to get download addresses of their clips. Null if the platform has no such call. */
  readonly clipScopes: readonly string[] | null;
  /** Null when the platform rejects the code: used, expired, invalid, or issued for another address. */
  readonly exchange: (about: {
    readonly code: string;
    readonly redirectUri: string;
    readonly verifier: string;
  }) => Promise<LoginTokens | null>;
  /**
   * Null: the person revoked their permission. A problem with our own key throws, because it says nothing about them.
   */
  readonly renew: (refreshToken: string) => Promise<LoginTokens | null>;
  /** Revokes the permission. Safe to repeat. */
  readonly revoke: (tokens: Pick<LoginTokens, 'accessToken' | 'refreshToken'>) => Promise<void>;
  /** Null: the login has no channel, which can happen at Google. */
  readonly whoIs: (accessToken: string) => Promise<OutsideAccount | null>;
}

/** Only platforms that demand it: https://dev.twitch.tv/docs/authentication/validate-tokens/ */
export interface ValidationCalls {
  /** Whether the platform still accepts the token. */
  readonly isValid: (accessToken: string) => Promise<boolean>;
}

/** A signed push says that a person revoked their permission. It may be late: they may have agreed again since. */
export interface Revocation {
  readonly platform: PlatformToLink;
  readonly accountId: string;
}

/** What a person is in a channel, according to the platform. Kinds that could not be queried are left out. */
export type Standing = { readonly [K in StandingKind]?: boolean };

export interface StandingQuestion {
  readonly channelId: string;
  readonly kinds: readonly StandingKind[];
}

/** Asked on the person's behalf, or on behalf of the channel's creator. */
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
  /** Since when each person supports the channel, keyed by lower-case name; null if the platform does not say. */
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

export interface PeopleCalls {
  /** Avatars of people, by id. People without one are left out. */
  readonly listAvatars: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** When an account was created; null if the platform does not say, or has no such account. */
  readonly findAccountAge: (accountId: string) => Promise<Date | null>;
}

export interface StandingCalls {
  /** What a person is in channels, keyed by channel id. Channels that could not be queried are left out. */
  readonly askStandings: (asked: StandingsAsked) => Promise<ReadonlyMap<string, Standing>>;
}

/** What a platform shows to the creator only, and to us with an address or key that the creator gave us. */
export interface SupporterCalls {
  /** The channel behind an address or key, with one call to the platform; null if it is invalid. */
  readonly readSecret: (secret: string) => Promise<Channel | null>;
  /** The creator's latest supporters. Null: the secret we hold does not give access to them. */
  readonly listSupporters: (asked: SupportersAsked) => Promise<Supporters | null>;
}
