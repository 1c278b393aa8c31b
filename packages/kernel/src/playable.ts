/** The facts about a video that a viewer wants to play. */
export interface Playable {
  readonly id: string;
  readonly title: string | null;
  readonly author: string | null;
  readonly channelId: string | null;
  /** Null: the platform does not say, or the video has no length yet. */
  readonly lengthSeconds: number | null;
  readonly views: number | null;
  readonly publishedAt: Date | null;
  readonly pictureUrl: string | null;
  readonly isPublic: boolean;
  readonly isEmbeddable: boolean;
  readonly isAgeRestricted: boolean;
  /** It is live or will be, so its content cannot be checked in advance. */
  readonly isLive: boolean;
  /** ISO 3166 country codes. Null: available everywhere. */
  readonly regions: { readonly only: readonly string[] } | { readonly notIn: readonly string[] } | null;
}

/** The filters of a video search. */
export interface SearchTerms {
  readonly region: string | null;
  /** Null: any length. The platform may still find longer videos. */
  readonly longestSeconds: number | null;
}

export type SearchResult =
  /** Best first, at least one. */
  | { readonly state: 'found'; readonly ids: readonly string[] }
  | { readonly state: 'nothing' }
  /** The platform's daily search quota, which all our processes share, is used up. */
  | { readonly state: 'usedUp' };

/** The result of writing in a chat. */
export type Written =
  | { readonly state: 'written' }
  /** The platform accepted the line but hides it: a banned word, a repeated line, slow mode. */
  | { readonly state: 'dropped'; readonly reason: string }
  /** We may not write there, or no longer. */
  | { readonly state: 'denied' };

export interface ToWrite {
  readonly channelId: string;
  readonly text: string;
  /** The id of the message it replies to. */
  readonly replyTo: string | null;
  /** A person's token, if the platform wants us to write in a person's name. */
  readonly accessToken: string | null;
}
