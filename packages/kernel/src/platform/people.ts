import type { PlatformToLink, StandingKind } from '@tally/contract';
import type { Channel } from './stream.ts';

/** Tokens for calling a platform on a person's behalf. */
export interface LoginTokens {
  readonly accessToken: string;
  /** Null if the access token cannot be renewed, so the person must log in again when it expires. */
  readonly refreshToken: string | null;
  readonly expiresInSeconds: number;
  readonly scopes: readonly string[];
}

/** A person's account on a platform. The id is stable, but names change. */
export interface OutsideAccount {
  readonly id: string;
  /** The name as links spell it. */
  readonly name: string;
  readonly displayName: string;
}

/**
 * What a person is asked to allow. `viewer` identifies them. `creator` also lets us read their supporters. `chat` lets
 * our bot answer in their chat. `clips` lets us download their clips.
 */
export type LoginDepth = 'viewer' | 'creator' | 'chat' | 'clips';

/** OAuth 2 with a platform, on a person's behalf. */
export interface PlatformLogin {
  /** Returns the page on which the person agrees. `challenge` is the SHA-256 of the verifier, in base64url. */
  readonly addressOf: (about: {
    readonly state: string;
    readonly redirectUri: string;
    readonly challenge: string;
    readonly depth: LoginDepth;
    /** Scopes that they have already allowed. A login replaces these scopes, so it requests them again. */
    readonly held: readonly string[];
  }) => string;
  /** The scopes of a creator beyond those of a viewer. Null if the platform makes no difference. */
  readonly creatorScopes: readonly string[] | null;
  /** The scopes that our bot needs to answer in their chat. */
  readonly chatScopes: readonly string[];
  /** The scopes that we need for download URLs of their clips. Null if the platform has no such call. */
  readonly clipScopes: readonly string[] | null;
  /** Returns null when the platform rejects the code: used, expired, invalid, or issued for another URL. */
  readonly exchange: (about: {
    readonly code: string;
    readonly redirectUri: string;
    readonly verifier: string;
  }) => Promise<LoginTokens | null>;
  /**
   * Returns null if the person revoked their permission. A problem with our own key throws, because it is not theirs.
   */
  readonly renew: (refreshToken: string) => Promise<LoginTokens | null>;
  /** Revokes the permission. Safe to repeat. */
  readonly revoke: (tokens: Pick<LoginTokens, 'accessToken' | 'refreshToken'>) => Promise<void>;
  /** Returns null if the login has no channel, which can happen at Google. */
  readonly whoIs: (accessToken: string) => Promise<OutsideAccount | null>;
}

/** Calls of platforms that require validation: https://dev.twitch.tv/docs/authentication/validate-tokens/ */
export interface ValidationCalls {
  /** Returns whether the platform still accepts the token. */
  readonly isValid: (accessToken: string) => Promise<boolean>;
}

/** A signed push that a person revoked their permission. It may be late: they may have agreed again since. */
export interface Revocation {
  readonly platform: PlatformToLink;
  readonly accountId: string;
}

/** A person's roles in a channel, according to the platform. Kinds that could not be queried are left out. */
export type Standing = { readonly [K in StandingKind]?: boolean };

export interface StandingQuestion {
  readonly channelId: string;
  readonly kinds: readonly StandingKind[];
}

/** A query on behalf of the person or of the channel's creator. */
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
  /** The URL or key that the creator gave us. */
  readonly secret: string;
}

export interface SupporterList {
  /** Since when each person supports the channel, keyed by lower-case name. Null if the platform does not report it. */
  readonly since: ReadonlyMap<string, Date | null>;
  /** True if the list is complete. */
  readonly isWhole: boolean;
}

export type Supporters = Readonly<Record<'follower' | 'subscriber', SupporterList>>;

/** A new or renewed subscription to a channel, from a signed push. */
export interface SubscriptionNews {
  readonly platform: PlatformToLink;
  /** Unique per platform. A second one with the same id has no effect. */
  readonly messageId: string;
  readonly channelId: string;
  readonly subscriber: OutsideAccount;
  /** The total number of months, including this one. */
  readonly months: number | null;
  readonly until: Date | null;
  readonly at: Date;
}

export interface PeopleCalls {
  /** Returns avatars of people by id. People without one are left out. */
  readonly listAvatars: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Returns when an account was created, or null if the platform does not report it or has no such account. */
  readonly findAccountAge: (accountId: string) => Promise<Date | null>;
}

export interface StandingCalls {
  /** Returns a person's roles in channels, keyed by channel id. Channels that could not be queried are left out. */
  readonly askStandings: (asked: StandingsAsked) => Promise<ReadonlyMap<string, Standing>>;
}

/** Data that a platform shows only to the creator, and to us with a URL or key that the creator gave us. */
export interface SupporterCalls {
  /** Returns the channel of a URL or key with one call to the platform, or null if it is invalid. */
  readonly readSecret: (secret: string) => Promise<Channel | null>;
  /** Returns the creator's latest supporters, or null if our secret does not give access to them. */
  readonly listSupporters: (asked: SupportersAsked) => Promise<Supporters | null>;
}
