// Without schemas, so public pages load only these words.

/** A reader's possible reactions to a post, one each. */
export const blogReactions = ['like', 'love', 'laugh', 'wow', 'sad', 'party'] as const;
export type BlogReaction = (typeof blogReactions)[number];

export const wishKinds = ['idea', 'fault'] as const;

/** `open`: not decided yet. The others are the roadmap, and what we will not do. */
export const wishStates = ['open', 'planned', 'started', 'done', 'declined'] as const;
