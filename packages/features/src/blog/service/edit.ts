import { type BlogBody, type BlogPatch, BlogText } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, describeToStaff, versionOf } from '@tally/kernel';
import { z } from 'zod';
import { hasBarePicture, pathOf, textOf } from '../match.ts';
import {
  changePost,
  deletePost,
  findPostOnceCalled,
  insertPost,
  keepOldName,
  lockNames,
  lockPost,
} from '../store/posts.ts';
import { deleteRevisionsUpTo, insertRevision } from '../store/revisions.ts';
import { versionOfPost } from './read.ts';

const MOST_REVISIONS = 50;

export async function addBlog(ctx: Ctx, body: BlogBody, reply?: string): Promise<void> {
  const text = settled(ctx, { ...body, thumbnail: body.thumbnail ?? null, publishAt: body.publishAt ?? null });
  const now = ctx.clock.now();
  describeToStaff(ctx, { title: text.title, href: pathOf(text.identifier) });
  await ctx.db.transaction(async (tx) => {
    await requireFree(tx, text.identifier, null);
    const times = { createdAt: now, editedAt: now };
    const postId = await insertPost(tx, { ...text, feedId: ctx.random.uuid(), revision: 1, ...times });
    await keepRevision(ctx, tx, { postId, revision: 1, text });
    await keepReply(ctx, tx, reply);
  });
}

/** Refuses a save that would overwrite another person's changes. */
export async function updateBlog(
  ctx: Ctx,
  name: string,
  { patch, version }: { readonly patch: BlogPatch; readonly version: string | undefined },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (patch.identifier !== undefined && patch.identifier !== name) await lockNames(tx);
    const row = await lockPost(tx, name);
    if (!row) throw new AppError('notFound');
    if (version !== undefined && version !== versionOfPost(row)) throw new AppError('changedMeanwhile');
    const text = settled(ctx, { ...textOf(row), ...patch });
    describeToStaff(ctx, { title: text.title, href: pathOf(text.identifier), before: textOf(row), after: text });
    if (versionOf(text) === versionOfPost(row)) return;
    const { id: postId } = row;
    if (text.identifier !== name) {
      await requireFree(tx, text.identifier, postId);
      await keepOldName(tx, { was: name, is: text.identifier, postId });
    }
    const revision = row.revision + 1;
    await changePost(tx, postId, { ...text, revision, editedAt: ctx.clock.now() });
    await keepRevision(ctx, tx, { postId, revision, text });
  });
}

/** Publishing requires alt text for every image. The publishing time defaults to now. */
function settled(ctx: Ctx, text: BlogText): BlogText {
  if (!text.isPublic) return text;
  if (hasBarePicture(text.content)) throw new AppError('pictureNeedsWords');
  return { ...text, publishAt: text.publishAt ?? ctx.clock.now() };
}

/** Refuses a name that another post has or once had, because old links keep working. */
async function requireFree(tx: Db, name: string, postId: bigint | null): Promise<void> {
  await lockNames(tx);
  const found = await findPostOnceCalled(tx, name);
  if (found && found.id !== postId) throw new AppError('alreadyExists');
}

async function keepRevision(
  ctx: Ctx,
  tx: Db,
  { postId, revision, text }: { readonly postId: bigint; readonly revision: number; readonly text: BlogText },
): Promise<void> {
  const savedBy = ctx.caller.kind === 'user' ? ctx.caller.userId : null;
  await insertRevision(tx, { postId, revision, text: z.encode(BlogText, text), savedAt: ctx.clock.now(), savedBy });
  await deleteRevisionsUpTo(tx, postId, revision - MOST_REVISIONS);
}

export async function removeBlog(ctx: Ctx, name: string): Promise<void> {
  const title = await deletePost(ctx.db, name);
  if (title === null) throw new AppError('notFound');
  describeToStaff(ctx, { title });
}
