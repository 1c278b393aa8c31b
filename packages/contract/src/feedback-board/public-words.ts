// Without schemas: public pages carry only these words.

/** What readers may feel about a post, one each. */
export const blogReactions = ['like', 'love', 'laugh', 'wow', 'sad', 'party'] as const;
export type BlogReaction = (typeof blogReactions)[number];

export const wishKinds = ['idea', 'fault'] as const;

/** `open`: not decided yet. The others are the roadmap, and what will not be done. */
export const wishStates = ['open', 'planned', 'started', 'done', 'declined'] as const;
