/** What readers may feel about a post, one each. Without schemas: a public page carries only the words. */
export const blogReactions = ['like', 'love', 'laugh', 'wow', 'sad', 'party'] as const;
export type BlogReaction = (typeof blogReactions)[number];
