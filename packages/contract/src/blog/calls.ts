import { z } from 'zod';
import { blogReactions, type BlogReaction as Word } from '../feedback-board/public-words.ts';
import { anyone, staff, user } from '../wire/access.ts';
import { isoDate, page, queryInt, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { bodyOf, count, INT32_MAX, line, link, Slug, text } from '../wire/fields.ts';
import { onVersion, versioned } from '../wire/record-version.ts';

/** `/data/blogs/raw` lists all posts, and `/admin/blogs/new` is the page for a new post, so neither can be a name. */
const BlogName = Slug.refine((name) => name !== 'raw' && name !== 'new', 'must not be "raw" or "new"').meta({
  examples: ['summer-update'],
});

export const MOST_CONTENT = 100_000;
const Tag = line(50);

/** The author's fields. The content is Markdown and is sanitized when shown. */
export const BlogText = z
  .object({
    identifier: BlogName,
    title: line(200),
    content: text(MOST_CONTENT),
    authorName: line(100),
    authorIcon: link,
    thumbnail: link.nullable(),
    tags: z.array(Tag).max(20),
    isPinned: z.boolean(),
    isPublic: z.boolean(),
    /** When a public post appears. Null if it appears as soon as it is public. */
    publishAt: isoDate.nullable(),
  })
  .meta({ id: 'BlogText' });
export type BlogText = z.infer<typeof BlogText>;

const BlogReaction = z.enum(blogReactions);
const counted = { like: count, love: count, laugh: count, wow: count, sad: count, party: count } satisfies Record<
  Word,
  typeof count
>;

export const Blog = BlogText.extend({
  /** The post's id in feeds, which stays the same when its URL changes. */
  feedId: z.uuid(),
  views: count.nullable(),
  reactionsCount: count.nullable(),
  reactionCounts: z.object(counted),
  createdAt: isoDate,
  lastEdited: isoDate,
}).meta({ id: 'Blog' });
export type Blog = z.infer<typeof Blog>;

/** A post as a reader sees it. */
export const BlogPage = Blog.extend({
  ownReaction: BlogReaction.nullable(),
  /** True if a staff link opened a post that is not published yet. */
  isPreview: z.boolean(),
}).meta({ id: 'BlogPage' });
export type BlogPage = z.infer<typeof BlogPage>;

export const BlogInDetail = Blog.extend({
  /** The reactions to the post, most frequent first. */
  reactions: z.array(z.string()),
  revision: count,
  ...versioned,
}).meta({ id: 'BlogInDetail' });
export type BlogInDetail = z.infer<typeof BlogInDetail>;

export const BlogRevision = z
  .object({ revision: count, title: z.string(), savedAt: isoDate, savedBy: z.string().nullable() })
  .meta({ id: 'BlogRevision' });
export type BlogRevision = z.infer<typeof BlogRevision>;

export const BlogBody = bodyOf(
  BlogText,
  'identifier',
  'title',
  'content',
  'authorName',
  'authorIcon',
  'tags',
  'isPinned',
  'isPublic',
).meta({ id: 'BlogBody' });
export type BlogBody = z.infer<typeof BlogBody>;
/** A new identifier moves the post. The old URL redirects permanently. */
export const BlogPatch = bodyOf(BlogText).meta({ id: 'BlogPatch' });
export type BlogPatch = z.infer<typeof BlogPatch>;
const named = z.object({ id: BlogName });
/** Enough for all fields, and for the longest content in a script with three bytes per letter. */
const maxBodyBytes = 512 * 1024;

export const blog = {
  listBlogs: endpoint({
    method: 'GET',
    path: '/data/blogs',
    summary: 'Published posts, pinned ones first.',
    access: anyone,
    query: z.object({ tag: Tag.optional(), ...page }),
    reply: z.array(Blog),
  }),
  listAllBlogs: endpoint({
    method: 'GET',
    path: '/data/blogs/raw',
    summary: 'All posts, including drafts.',
    access: staff,
    query: z.object(page),
    reply: z.array(BlogInDetail),
  }),
  /** Returns the post for an old name too, under its current name. */
  getBlog: endpoint({
    method: 'GET',
    path: '/data/blogs/{id}',
    summary: 'One post.',
    access: anyone,
    params: named,
    query: z.object({ preview: z.string().max(200).optional() }),
    reply: BlogPage,
  }),
  getBlogDraft: endpoint({
    method: 'GET',
    path: '/data/blogs/{id}/draft',
    summary: 'One post for staff to edit.',
    access: staff,
    params: named,
    reply: BlogInDetail,
  }),
  addBlog: endpoint({
    method: 'POST',
    path: '/data/blogs',
    summary: 'Adds a post.',
    access: staff,
    once: true,
    body: BlogBody,
    maxBodyBytes,
    reply: sentence,
  }),
  updateBlog: endpoint({
    method: 'PATCH',
    path: '/data/blogs/{id}',
    summary: 'Changes a post.',
    access: staff,
    params: named,
    query: z.object(onVersion),
    body: BlogPatch,
    maxBodyBytes,
    reply: sentence,
  }),
  removeBlog: endpoint({
    method: 'DELETE',
    path: '/data/blogs/{id}',
    summary: 'Deletes a post.',
    access: staff,
    params: named,
    reply: sentence,
  }),
  listBlogRevisions: endpoint({
    method: 'GET',
    path: '/data/blogs/{id}/revisions',
    summary: 'The last 50 revisions of a post, newest first.',
    access: staff,
    params: named,
    reply: z.array(BlogRevision),
  }),
  getBlogRevision: endpoint({
    method: 'GET',
    path: '/data/blogs/{id}/revisions/{revision}',
    summary: 'One revision of a post.',
    access: staff,
    params: named.extend({ revision: queryInt({ min: 1, max: INT32_MAX }) }),
    reply: BlogText,
  }),
  shareBlogDraft: endpoint({
    method: 'POST',
    path: '/data/blogs/{id}/preview',
    summary: 'A link to a post, also an unpublished one, that anyone can read for a day.',
    access: staff,
    params: named,
    reply: z.string(),
  }),
  reactToBlog: endpoint({
    method: 'PUT',
    path: '/data/blogs/{id}/reaction',
    summary: "Sets the caller's reaction to a post. Null removes it.",
    access: user,
    params: named,
    body: z.object({ reaction: BlogReaction.nullable() }),
    reply: sentence,
  }),
} as const satisfies Home;
