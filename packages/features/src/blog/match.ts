import { type Blog, type BlogReaction, type BlogText, blogReactions, FILES_PATH } from '@tally/contract';
import type { Counted } from './store/readers.ts';
import type { PostRow } from './tables.ts';

export const textOf = (row: PostRow): BlogText => ({
  identifier: row.identifier,
  title: row.title,
  content: row.content,
  authorName: row.authorName,
  authorIcon: row.authorIcon,
  thumbnail: row.thumbnail,
  tags: [...row.tags],
  isPinned: row.isPinned,
  isPublic: row.isPublic,
  publishAt: row.publishAt,
});

export function toBlog(row: PostRow, counted: readonly Counted[]): Blog {
  const reactionCounts = Object.fromEntries(blogReactions.map((reaction) => [reaction, 0])) as Record<
    BlogReaction,
    number
  >;
  for (const { postId, reaction, total } of counted) if (postId === row.id) reactionCounts[reaction] = total;
  return {
    ...textOf(row),
    feedId: row.feedId,
    views: row.views,
    reactionsCount: Object.values(reactionCounts).reduce((sum, each) => sum + each, 0),
    reactionCounts,
    createdAt: row.createdAt,
    lastEdited: row.editedAt,
  };
}

export const isRead = ({ isPublic, publishAt }: Pick<BlogText, 'isPublic' | 'publishAt'>, now: Date): boolean =>
  isPublic && publishAt !== null && publishAt.getTime() <= now.getTime();

const BARE = new RegExp(`!\\[\\s*\\]\\(\\s*<?(?:https?://[^/\\s]+)?${FILES_PATH}`);

/** Returns whether a text contains one of our images without alt text. */
export const hasBarePicture = (content: string): boolean => BARE.test(content);

/** Returns the path of the page on which staff edit a post. */
export const pathOf = (name: string): string => `/admin/blogs/${name}`;
