import type { NewsBody, NewsPatch } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, describeToStaff } from '@tally/kernel';
import { changeChangelog, deleteChangelog, insertChangelog, lockChangelog } from '../store/changelogs.ts';
import { forgetNewest } from './notices.ts';
import { versionOfChangelog } from './read.ts';

const pageOf = (identifier: string): string => `/admin/changelogs/${identifier}`;

export async function addNews(ctx: Ctx, body: NewsBody, reply?: string): Promise<void> {
  const row = {
    ...body,
    thumbnail: body.thumbnail ?? null,
    feedId: ctx.random.uuid(),
    isImported: false,
    editedAt: ctx.clock.now(),
  };
  await ctx.db.transaction(async (tx) => {
    if (!(await insertChangelog(tx, row))) throw new AppError('alreadyExists');
    await keepReply(ctx, tx, reply);
  });
  describeToStaff(ctx, { title: row.title, href: pageOf(row.identifier) });
  await forgetNewest(ctx);
}

/** Refuses to overwrite what another person saved. */
export async function updateNews(
  ctx: Ctx,
  identifier: string,
  { patch, version }: { readonly patch: NewsPatch; readonly version: string | undefined },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockChangelog(tx, identifier);
    if (!row) throw new AppError('notFound');
    if (version !== undefined && version !== versionOfChangelog(row)) throw new AppError('changedMeanwhile');
    const { title, date, changes, isPublic, thumbnail } = row;
    const before = { title, date, changes, isPublic, thumbnail };
    const after = { ...before, ...patch };
    describeToStaff(ctx, { title: after.title, href: pageOf(identifier), before, after });
    await changeChangelog(tx, identifier, { ...patch, editedAt: ctx.clock.now() });
  });
  await forgetNewest(ctx);
}

export async function removeNews(ctx: Ctx, identifier: string): Promise<void> {
  const title = await deleteChangelog(ctx.db, identifier);
  if (title === null) throw new AppError('notFound');
  describeToStaff(ctx, { title });
  await forgetNewest(ctx);
}
