import { type Blog, type BlogInDetail, type BlogPage, type BlogRevision, BlogText } from '@tally/contract';
import { cursorOfOne, pieces, rowAt } from '@tally/infra/page';
import { AppError, type Ctx, type FileUseOf, versionOf } from '@tally/kernel';
import { z } from 'zod';
import { listNames } from '../../account/index.ts';
import { isRead, pathOf, textOf, toBlog } from '../match.ts';
import { findPost, findPostOnceCalled, listAllPosts, listPosts, listTexts } from '../store/posts.ts';
import { type Counted, countReactions, findReaction } from '../store/readers.ts';
import { findRevision, listRevisions } from '../store/revisions.ts';
import type { PostRow } from '../tables.ts';
import { countReader } from './count.ts';
import { requirePost } from './get.ts';
import { isOpenedBy } from './preview.ts';

interface Paged {
  readonly limit?: number | undefined;
  /** The name of the last post on the previous page. */
  readonly cursor?: string | undefined;
}

export async function readBlogs(ctx: Ctx, { tag, ...paged }: Paged & { readonly tag?: string | undefined }) {
  const rows = await listPosts(ctx.db, { now: ctx.clock.now(), tag, ...(await pageOf(ctx, paged)) });
  const counted = await countReactions(ctx.db, idsOf(rows));
  return rows.map((row): Blog => toBlog(row, counted));
}

export async function readAllBlogs(ctx: Ctx, paged: Paged): Promise<BlogInDetail[]> {
  const rows = await listAllPosts(ctx.db, await pageOf(ctx, paged));
  const counted = await countReactions(ctx.db, idsOf(rows));
  return rows.map((row) => inDetail(row, counted));
}

const idsOf = (rows: readonly PostRow[]): bigint[] => rows.map(({ id }) => id);

const nextPosts = cursorOfOne(pieces.text);

async function pageOf(ctx: Ctx, { limit, cursor }: Paged) {
  const after = await rowAt(nextPosts, cursor, async (name) => await findPost(ctx.db, name));
  return after ? { limit, after } : { limit };
}

function inDetail(row: PostRow, counted: readonly Counted[]): BlogInDetail {
  const blog = toBlog(row, counted);
  const reactions = Object.entries(blog.reactionCounts).filter(([, total]) => total > 0);
  return {
    ...blog,
    reactions: reactions.toSorted(([, a], [, b]) => b - a).map(([word]) => word),
    revision: row.revision,
    version: versionOfPost(row),
  };
}

export const versionOfPost = (row: PostRow): string => versionOf(textOf(row));

/** Returns a post and counts the reader. A preview link also opens posts that are not public. */
export async function readBlog(ctx: Ctx, name: string, preview: string | undefined): Promise<BlogPage> {
  const row = await findPostOnceCalled(ctx.db, name);
  if (!row) throw new AppError('notFound');
  const isPublished = isRead(row, ctx.clock.now());
  if (!isPublished && !isOpenedBy(ctx, row.id, preview)) throw new AppError('notFound');
  const [counted, ownReaction] = await Promise.all([
    countReactions(ctx.db, [row.id]),
    ctx.caller.kind === 'user' ? findReaction(ctx.db, row.id, ctx.caller.userId) : null,
    isPublished && name === row.identifier ? countReader(ctx, row.id) : null,
  ]);
  return { ...toBlog(row, counted), ownReaction, isPreview: !isPublished };
}

/** Returns a public post by its current or a previous name. */
export async function requireRead(ctx: Ctx, name: string): Promise<PostRow> {
  const row = await findPostOnceCalled(ctx.db, name);
  if (!row || !isRead(row, ctx.clock.now())) throw new AppError('notFound');
  return row;
}

export async function readDraft(ctx: Ctx, name: string): Promise<BlogInDetail> {
  const row = await requirePost(ctx, name);
  return inDetail(row, await countReactions(ctx.db, [row.id]));
}

export async function readRevisions(ctx: Ctx, name: string): Promise<BlogRevision[]> {
  const rows = await listRevisions(ctx.db, (await requirePost(ctx, name)).id);
  const names = await listNames(ctx, [...new Set(rows.flatMap(({ savedBy }) => savedBy ?? []))]);
  return rows.map((row) => ({ ...row, savedBy: row.savedBy && (names.get(row.savedBy) ?? null) }));
}

export async function readRevision(ctx: Ctx, name: string, revision: number): Promise<BlogText> {
  const text = await findRevision(ctx.db, (await requirePost(ctx, name)).id, revision);
  if (text === null) throw new AppError('notFound');
  return z.decode(BlogText, text as z.input<typeof BlogText>);
}

export async function fileUses(ctx: Ctx): Promise<FileUseOf[]> {
  const rows = await listTexts(ctx.db);
  return rows.map(({ identifier, title, ...words }) => ({
    title,
    path: pathOf(identifier),
    text: Object.values(words).join('\n'),
  }));
}
