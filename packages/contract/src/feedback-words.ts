// Without schemas, like the words of platforms: the public board draws from these lists.

export const wishKinds = ['idea', 'fault'] as const;

/** `open`: nobody has decided yet. The others are the roadmap, and what will not be done. */
export const wishStates = ['open', 'planned', 'started', 'done', 'declined'] as const;
