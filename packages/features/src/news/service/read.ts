import type { News, NewsInDetail } from '@tally/contract';
import { cursorOfOne, pieces, rowAt } from '@tally/infra/page';
import { AppError, type Ctx, type FileUseOf, versionOf } from '@tally/kernel';
import { findChangelog, listChangelogs, type Page } from '../store/changelogs.ts';
import type { ChangelogRow } from '../tables.ts';

interface Paged {
  readonly limit?: number | undefined;
  /** The identifier of the last changelog on the previous page. */
  readonly cursor?: string | undefined;
}

export async function readNews(ctx: Ctx, paged: Paged): Promise<News[]> {
  const rows = await listChangelogs(ctx.db, { isPublicOnly: true, ...(await pageOf(ctx, paged)) });
  return rows.map(toNews);
}

export async function readAllNews(ctx: Ctx, paged: Paged): Promise<NewsInDetail[]> {
  const rows = await listChangelogs(ctx.db, { isPublicOnly: false, ...(await pageOf(ctx, paged)) });
  return rows.map((row) => ({
    ...toNews(row),
    isImported: row.isImported,
    lastEdited: row.editedAt,
    version: versionOfChangelog(row),
  }));
}

export async function requirePublic(ctx: Ctx, name: string): Promise<ChangelogRow> {
  const row = await findChangelog(ctx.db, name);
  if (!row?.isPublic) throw new AppError('notFound');
  return row;
}

const nextNews = cursorOfOne(pieces.text);

async function pageOf(ctx: Ctx, { limit, cursor }: Paged): Promise<Page> {
  const after = await rowAt(nextNews, cursor, async (name) => await findChangelog(ctx.db, name));
  return after ? { limit, after } : { limit };
}

export const toNews = (row: ChangelogRow): News => ({
  identifier: row.identifier,
  feedId: row.feedId,
  title: row.title,
  date: row.date,
  changes: [...row.changes],
  isPublic: row.isPublic,
  thumbnail: row.thumbnail,
});

export const versionOfChangelog = (row: ChangelogRow): string => versionOf(toNews(row));

export async function fileUses(ctx: Ctx): Promise<FileUseOf[]> {
  const rows = await listChangelogs(ctx.db, { isPublicOnly: false });
  return rows.map(({ identifier, title, changes, thumbnail }) => ({
    title,
    path: `/admin/changelogs/${identifier}`,
    text: [...changes, thumbnail ?? ''].join('\n'),
  }));
}
