/** What is known of a video that somebody wants to have played. */
export interface Playable {
  readonly id: string;
  readonly title: string | null;
  readonly author: string | null;
  readonly channelId: string | null;
  /** Null: the platform does not tell, or it has none yet. */
  readonly lengthSeconds: number | null;
  readonly views: number | null;
  readonly publishedAt: Date | null;
  readonly pictureUrl: string | null;
  readonly isPublic: boolean;
  readonly isEmbeddable: boolean;
  readonly isAgeRestricted: boolean;
  /** It runs, or is going to: what is seen then, nobody can know before. */
  readonly isLive: boolean;
  /** ISO 3166. Null: it may be watched everywhere. */
  readonly regions: { readonly only: readonly string[] } | { readonly notIn: readonly string[] } | null;
}

/** What a search for words came to. */
export interface SearchTerms {
  readonly region: string | null;
  /** Null: any length will do. The platform may still find longer ones. */
  readonly longestSeconds: number | null;
}

export type SearchResult =
  /** Best first, at least one. */
  | { readonly state: 'found'; readonly ids: readonly string[] }
  | { readonly state: 'nothing' }
  /** Nothing is left of what the platform lets all of us search in a day. */
  | { readonly state: 'usedUp' };

/** What became of something that we wrote in a chat. */
export type Written =
  | { readonly state: 'written' }
  /** The platform took it and shows it to nobody: a word that is banned there, the same once more, a slow mode. */
  | { readonly state: 'dropped'; readonly reason: string }
  /** We may not write there (any longer). */
  | { readonly state: 'denied' };

export interface ToWrite {
  readonly channelId: string;
  readonly text: string;
  /** The message that is answered. */
  readonly replyTo: string | null;
  /** In whose name, where the platform wants a person's. */
  readonly accessToken: string | null;
}
