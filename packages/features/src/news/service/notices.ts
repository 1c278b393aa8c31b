import type { Notice, NoticeBody, ShownNotice } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, days, describeToStaff, readRowId, say, seconds, versionOf } from '@tally/kernel';
import { listChangelogs } from '../store/changelogs.ts';
import { changeNotice, deleteNotice, insertNotice, listNoticeRows, lockNotice } from '../store/notices.ts';
import type { NoticeRow } from '../tables.ts';

/** Notices are on every page, so they are loaded often. */
const READ_EVERY_MS = seconds(10);
const NOTICES_KEY = 'news/notices';
const NEWEST_KEY = 'news/newest';
const NEW_DAYS = 14;
/** The page on which staff edit notices. */
const PAGE = '/admin/news';

export const listNotices = async (ctx: Ctx): Promise<Notice[]> =>
  (await listNoticeRows(ctx.db)).map((row) => ({
    ...withoutId(row),
    noticeId: String(row.id),
    version: versionOfNotice(row),
  }));

/** Returns the newest of the current notices. */
export async function findNotice(ctx: Ctx): Promise<ShownNotice | null> {
  const rows = await ctx.cache.get(NOTICES_KEY, READ_EVERY_MS, () => listNoticeRows(ctx.db));
  const now = ctx.clock.now();
  const row = rows.find(({ from, until }) => from <= now && (until === null || until > now));
  if (!row) return null;
  const { id, text, href, severity, audience } = row;
  return { noticeId: String(id), text, href, severity, audience };
}

/** The newest changelog, for as long as it counts as new. */
export async function findNewChangelog(ctx: Ctx): Promise<{ identifier: string; title: string } | null> {
  const [newest] = await ctx.cache.get(NEWEST_KEY, READ_EVERY_MS, () =>
    listChangelogs(ctx.db, { isPublicOnly: true, limit: 1 }),
  );
  const isNew = newest && ctx.clock.now().getTime() - newest.date.getTime() < days(NEW_DAYS);
  return isNew ? { identifier: newest.identifier, title: newest.title } : null;
}

export const forgetNewest = async (ctx: Ctx): Promise<void> => await ctx.cache.forget(NEWEST_KEY);

export async function addNotice(ctx: Ctx, body: NoticeBody): Promise<{ noticeId: string }> {
  requireOrder(ctx, body);
  const reply = await ctx.db.transaction(async (tx) => {
    const made = { noticeId: String(await insertNotice(tx, body)) };
    await keepReply(ctx, tx, made);
    return made;
  });
  describeToStaff(ctx, { title: body.text, href: PAGE });
  await ctx.cache.forget(NOTICES_KEY);
  return reply;
}

/** Refuses to overwrite what another person saved. */
export async function updateNotice(
  ctx: Ctx,
  noticeId: string,
  { body, version }: { readonly body: NoticeBody; readonly version: string | undefined },
): Promise<void> {
  requireOrder(ctx, body);
  await ctx.db.transaction(async (tx) => {
    const row = await lockNotice(tx, readRowId(noticeId));
    if (!row) throw new AppError('notFound');
    if (version !== undefined && version !== versionOfNotice(row)) throw new AppError('changedMeanwhile');
    describeToStaff(ctx, { title: body.text, href: PAGE, before: withoutId(row), after: body });
    await changeNotice(tx, row.id, body);
  });
  await ctx.cache.forget(NOTICES_KEY);
}

export async function removeNotice(ctx: Ctx, noticeId: string): Promise<void> {
  const text = await deleteNotice(ctx.db, readRowId(noticeId));
  if (text === null) throw new AppError('notFound');
  describeToStaff(ctx, { title: text });
  await ctx.cache.forget(NOTICES_KEY);
}

function requireOrder(ctx: Ctx, { from, until }: NoticeBody): void {
  if (until && until <= from) throw new AppError('invalidFields', {}, [say(ctx.locale, 'news.noticeEndsBefore')]);
}

const withoutId = ({ id: _id, ...about }: NoticeRow): NoticeBody => about;
const versionOfNotice = (row: NoticeRow): string => versionOf(withoutId(row));
