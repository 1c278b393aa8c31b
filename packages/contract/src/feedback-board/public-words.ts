// Without schemas, so public pages load only these lists of words.

/** The reactions to choose from. A reader has at most one per post. */
export const blogReactions = ['like', 'love', 'laugh', 'wow', 'sad', 'party'] as const;
export type BlogReaction = (typeof blogReactions)[number];

export const wishKinds = ['idea', 'fault'] as const;

/** `open` means undecided. `planned`, `started` and `done` form the roadmap. */
export const wishStates = ['open', 'planned', 'started', 'done', 'declined'] as const;
