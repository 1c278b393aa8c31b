import { randomUUID } from 'node:crypto';
import type { NewsBody, NewsPatch } from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import { changeChangelog, deleteChangelog, insertChangelog, lockChangelog } from '../store/changelogs.ts';
import { forgetNewest } from './notices.ts';
import { versionOfChangelog } from './read.ts';

export async function addNews(ctx: Ctx, body: NewsBody): Promise<void> {
  const row = {
    ...body,
    thumbnail: body.thumbnail ?? null,
    feedId: randomUUID(),
    isImported: false,
    editedAt: ctx.clock.now(),
  };
  if (!(await insertChangelog(ctx.db, row))) throw new AppError('alreadyExists');
  await forgetNewest(ctx);
}

/** What somebody else has saved meanwhile is not overwritten. */
export async function updateNews(
  ctx: Ctx,
  identifier: string,
  { patch, version }: { readonly patch: NewsPatch; readonly version: string | undefined },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockChangelog(tx, identifier);
    if (!row) throw new AppError('notFound');
    if (version !== undefined && version !== versionOfChangelog(row)) throw new AppError('changedMeanwhile');
    await changeChangelog(tx, identifier, { ...patch, editedAt: ctx.clock.now() });
  });
  await forgetNewest(ctx);
}

export async function removeNews(ctx: Ctx, identifier: string): Promise<void> {
  if (!(await deleteChangelog(ctx.db, identifier))) throw new AppError('notFound');
  await forgetNewest(ctx);
}
