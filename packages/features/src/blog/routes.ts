import { blog } from '@tally/contract';
import { shareImages } from '@tally/infra/pictures';
import { implement, say } from '@tally/kernel';
import { addBlog, removeBlog, updateBlog } from './service/edit.ts';
import { sharePreview } from './service/preview.ts';
import { reactToBlog } from './service/react.ts';
import {
  readAllBlogs,
  readBlog,
  readBlogs,
  readDraft,
  readRevision,
  readRevisions,
  requireRead,
} from './service/read.ts';

export const routes = implement(blog, {
  listBlogs: async (ctx, { query }) => await readBlogs(ctx, query),
  listAllBlogs: async (ctx, { query }) => await readAllBlogs(ctx, query),
  getBlog: async (ctx, { params, query }) => await readBlog(ctx, params.id, query.preview),
  getBlogDraft: async (ctx, { params }) => await readDraft(ctx, params.id),
  listBlogRevisions: async (ctx, { params }) => await readRevisions(ctx, params.id),
  getBlogRevision: async (ctx, { params }) => await readRevision(ctx, params.id, params.revision),
  shareBlogDraft: async (ctx, { params }) => await sharePreview(ctx, params.id),
  async addBlog(ctx, { body }) {
    const reply = say(ctx.locale, 'blog.saved');
    await addBlog(ctx, body, reply);
    return reply;
  },
  async updateBlog(ctx, { params, query, body }) {
    await updateBlog(ctx, params.id, { patch: body, version: query.version });
    return say(ctx.locale, 'blog.saved');
  },
  async removeBlog(ctx, { params }) {
    await removeBlog(ctx, params.id);
    return say(ctx.locale, 'blog.removed');
  },
  async reactToBlog(ctx, { params, body }) {
    await reactToBlog(ctx, params.id, body.reaction);
    return say(ctx.locale, body.reaction === null ? 'blog.unreacted' : 'blog.reacted');
  },
});

export const openPaths = [
  shareImages('blog', async (ctx, name) => {
    const { feedId, title, authorName } = await requireRead(ctx, name);
    return { id: feedId, title, line: authorName };
  }),
];
