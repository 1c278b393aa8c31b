import { z } from 'zod';
import { anyone, staff } from './access.ts';
import { isoDate, page, sentence } from './codecs.ts';
import { endpoint, type Home } from './endpoint.ts';
import { bodyOf, count, line, link, Slug, text } from './fields.ts';

/** The list of all posts stands at `/data/blogs/raw`: a post of that name could never be opened. */
const BlogName = Slug.refine((name) => name !== 'raw', 'must not be "raw"').meta({ examples: ['summer-update'] });

/** What its author writes. The content is Markdown, and is made safe when it is shown. */
const BlogText = z.object({
  identifier: BlogName,
  title: line(200),
  content: text(100_000),
  authorName: line(100),
  authorIcon: link,
  thumbnail: link.nullable(),
  tags: z.array(line(50)).max(20),
  isPinned: z.boolean(),
  isPublic: z.boolean(),
});

export const Blog = BlogText.extend({
  views: count.nullable(),
  reactionsCount: count.nullable(),
  createdAt: isoDate,
  lastEdited: isoDate,
}).meta({ id: 'Blog' });
export type Blog = z.infer<typeof Blog>;

export const BlogInDetail = Blog.extend({ reactions: z.array(z.string()) }).meta({ id: 'BlogInDetail' });
export type BlogInDetail = z.infer<typeof BlogInDetail>;

const BlogBody = bodyOf(
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
const BlogPatch = bodyOf(BlogText.omit({ identifier: true })).meta({ id: 'BlogPatch' });
const named = z.object({ id: BlogName });
/** The longest content in a script that takes three bytes a letter, and room for the rest. */
const maxBodyBytes = 512 * 1024;

export const blog = {
  listBlogs: endpoint({
    method: 'GET',
    path: '/data/blogs',
    summary: 'Published posts, pinned ones first.',
    access: anyone,
    query: z.object(page),
    reply: z.array(Blog),
  }),
  listAllBlogs: endpoint({
    method: 'GET',
    path: '/data/blogs/raw',
    summary: 'All posts, drafts too.',
    access: staff,
    query: z.object(page),
    reply: z.array(BlogInDetail),
  }),
  getBlog: endpoint({
    method: 'GET',
    path: '/data/blogs/{id}',
    summary: 'One post.',
    access: anyone,
    params: named,
    reply: Blog,
  }),
  addBlog: endpoint({
    method: 'POST',
    path: '/data/blogs',
    summary: 'Adds a post.',
    access: staff,
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
} as const satisfies Home;
