import type { UserId, Wish, WishComment, WishInDetail, WishKind, WishState } from '@tally/contract';
import { cursorOfOne, pieces, rowAt } from '@tally/infra/page';
import { type Index, indexOf, search } from '@tally/infra/search';
import { AppError, type Ctx, minutes, readRowId, type StaffSubject } from '@tally/kernel';
import { isStaff, listNames } from '../../account/index.ts';
import { listComments } from '../store/comments.ts';
import { findWish, listByIds, listForSearch, listWanted, listWishes } from '../store/wishes.ts';
import type { CommentRow, WishRow } from '../tables.ts';

const A_PAGE = 30;
export const CACHE = 'feedback-board/search';
const KEPT_MS = minutes(10);
/** Limits the searched posts, because every process keeps them in memory. */
const MOST_SEARCHED = 5_000;
/** A post shows at most this many comments. */
const SAID = 500;
/** A search finds at most this many posts before they are filtered. */
const FOUND = 200;

interface Asked {
  readonly search?: string | undefined;
  readonly kind?: WishKind | undefined;
  readonly state?: WishState | undefined;
  readonly sort?: 'votes' | 'newest' | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const nextWishes = cursorOfOne(pieces.rowId);

/** Lists posts. A search returns only one page, the most similar posts first. */
export async function findWishes(ctx: Ctx, asked: Asked): Promise<Wish[]> {
  const words = asked.search?.trim() ?? '';
  const { kind, state, sort = 'votes', limit = A_PAGE, cursor } = asked;
  if (words === '') {
    const after = await rowAt(nextWishes, cursor, async (id) => await findWish(ctx.db, id));
    return await show(ctx, await listWishes(ctx.db, { kind, state, sort, limit, after }));
  }
  const ids = search(await shelf(ctx), words, FOUND).map(({ id }) => id);
  const rows = await listByIds(ctx.db, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  const wanted = found.filter(
    (row) => row.mergedInto === null && (!kind || row.kind === kind) && (!state || row.state === state),
  );
  return await show(ctx, wanted.slice(0, limit));
}

interface Shelved {
  readonly id: bigint;
  readonly question: string;
  readonly answer: string;
}

const shelf = async (ctx: Ctx): Promise<Index<Shelved>> =>
  await ctx.cache.get(CACHE, KEPT_MS, async () =>
    indexOf(
      (await listForSearch(ctx.db, MOST_SEARCHED)).map(({ id, title, text }) => ({
        id,
        question: title,
        answer: text,
      })),
    ),
  );

/** Returns a post, or the target if the post was merged. */
export async function getWish(ctx: Ctx, wishId: string): Promise<WishInDetail> {
  const row = await getRow(ctx, wishId);
  const shown = row.mergedInto === null ? row : await findWish(ctx.db, row.mergedInto);
  if (!shown) throw new AppError('wishNotFound');
  const said = await listComments(ctx.db, shown.id, SAID);
  const [[wish], names] = await Promise.all([show(ctx, [shown]), namesOf(ctx, said)]);
  return { ...(wish as Wish), said: said.map((comment) => toComment(ctx, comment, names)) };
}

async function getRow(ctx: Ctx, wishId: string): Promise<WishRow> {
  const row = await findWish(ctx.db, readId(wishId));
  if (!row) throw new AppError('wishNotFound');
  return row;
}

export const readId = (text: string): bigint => readRowId(text, 'wishNotFound');

async function show(ctx: Ctx, rows: readonly WishRow[]): Promise<Wish[]> {
  const caller = callerOf(ctx);
  const ids = rows.map(({ id }) => id);
  const [names, wanted] = await Promise.all([
    namesOf(ctx, rows),
    caller ? listWanted(ctx.db, caller, ids) : new Set<bigint>(),
  ]);
  return rows.map(({ id, userId, mergedInto: _mergedInto, ...row }) => ({
    ...row,
    wishId: String(id),
    isWanted: wanted.has(id),
    isOwn: userId !== null && userId === caller,
    author: nameOf(names, userId),
  }));
}

const toComment = (ctx: Ctx, row: CommentRow, names: ReadonlyMap<string, string>): WishComment => ({
  commentId: String(row.id),
  text: row.text,
  author: nameOf(names, row.userId),
  isStaff: row.isStaff,
  isOwn: row.userId === callerOf(ctx),
  createdAt: row.createdAt,
});

const nameOf = (names: ReadonlyMap<string, string>, userId: UserId | null): string | null =>
  userId === null ? null : (names.get(userId) ?? null);

async function namesOf(ctx: Ctx, rows: readonly { userId: UserId | null }[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ userId }) => userId ?? []);
  return ids.length === 0 ? new Map() : await listNames(ctx, [...new Set(ids)]);
}

const callerOf = ({ caller }: Ctx): UserId | null => (caller.kind === 'user' ? caller.userId : null);

export const isByStaff = ({ caller }: Ctx): boolean => caller.kind === 'user' && isStaff(caller.flags);

/** Describes a post in the staff record. */
export const subjectOf = ({ id, title, userId }: WishRow): StaffSubject => ({
  title,
  href: `/feedback/${id}`,
  personId: userId,
});
