import { defaultLocale, type Faq, type FaqInDetail, type Locale, locales } from '@tally/contract';
import { badCursor } from '@tally/infra/page';
import { type Index, indexOf, search, wordsOf } from '@tally/infra/search';
import { AppError, type Ctx, minutes } from '@tally/kernel';
import { countRatings, listEntries } from '../store/entries.ts';
import { noteMissed } from '../store/questions.ts';
import type { EntryRow } from '../tables.ts';

export const CACHE = 'faq/';
const KEPT_MS = minutes(10);
const PROPOSED = 5;
/** Shorter searches are often unfinished, so we do not record them as failed. */
const LEAST_MISSED = 3;

interface Shelf {
  readonly rows: readonly EntryRow[];
  readonly index: Index<EntryRow>;
}

interface Paged {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Loads one text per entry: in this language if there is one, or else in English. */
async function shelfOf(ctx: Ctx, locale: Locale): Promise<Shelf> {
  return await ctx.cache.get(`${CACHE}${locale}`, KEPT_MS, async () => {
    const rows = chooseTexts(await allEntries(ctx), locale);
    return { rows, index: indexOf(rows) };
  });
}

const allEntries = async (ctx: Ctx): Promise<EntryRow[]> =>
  await ctx.cache.get(`${CACHE}all`, KEPT_MS, () => listEntries(ctx.db));

function chooseTexts(rows: readonly EntryRow[], locale: Locale): EntryRow[] {
  const chosen = new Map<string, EntryRow>();
  for (const row of rows) {
    if (row.question === '' || (row.locale !== locale && row.locale !== defaultLocale)) continue;
    if (row.locale === locale || !chosen.has(row.identifier)) chosen.set(row.identifier, row);
  }
  return [...chosen.values()];
}

/** Lists all entries in the caller's language, or the best matches for a question. */
export async function findFaq(
  ctx: Ctx,
  { question, ...paged }: Paged & { question?: string | undefined },
): Promise<Faq[]> {
  const asked = question?.trim() ?? '';
  const { rows, index } = await shelfOf(ctx, ctx.locale);
  if (asked === '') return pageOf(rows, paged).map(toFaq);
  const found = search(index, asked, paged.limit ?? PROPOSED);
  if (found.length === 0) await noteThatMissed(ctx, asked);
  return found.map(toFaq);
}

async function noteThatMissed(ctx: Ctx, question: string): Promise<void> {
  const words = wordsOf(question);
  if (words.length < LEAST_MISSED) return;
  const folded = [...new Set(words)].sort().join(' ').slice(0, 500);
  await noteMissed(ctx.db, { folded, locale: ctx.locale, question, lastAt: ctx.clock.now() });
}

export async function getFaq(ctx: Ctx, identifier: string, locale: Locale = ctx.locale): Promise<Faq> {
  const { rows } = await shelfOf(ctx, locale);
  const found = rows.find((row) => row.identifier === identifier);
  if (!found) throw new AppError('faqNotFound');
  return toFaq(found);
}

/** Lists entries for staff, including those that lack a text in some language. */
export async function listFaq(ctx: Ctx, paged: Paged): Promise<FaqInDetail[]> {
  const [rows, counted] = await Promise.all([listEntries(ctx.db), countRatings(ctx.db)]);
  const totals = new Map(counted.map(({ identifier, isHelpful, total }) => [`${identifier} ${isHelpful}`, total]));
  const texts = [...Map.groupBy(rows, (row) => row.identifier).values()].flatMap((own) => {
    const inOrder = [ctx.locale, defaultLocale, ...locales].flatMap(
      (locale) => own.find((row) => row.locale === locale) ?? [],
    );
    const [shown] = inOrder;
    return shown ? { ...shown, languages: own.map((row) => row.locale) } : [];
  });
  return pageOf(texts, paged).map((row) => ({
    ...toFaq(row),
    languages: row.languages,
    helpful: totals.get(`${row.identifier} true`) ?? 0,
    unhelpful: totals.get(`${row.identifier} false`) ?? 0,
    lastEdited: row.editedAt,
  }));
}

function pageOf<R extends { readonly identifier: string }>(rows: readonly R[], { limit, cursor }: Paged): readonly R[] {
  if (cursor === undefined && limit === undefined) return rows;
  const from = cursor === undefined ? 0 : rows.findIndex((row) => row.identifier === cursor) + 1;
  if (cursor !== undefined && from === 0) throw badCursor();
  return rows.slice(from, limit === undefined ? undefined : from + limit);
}

const toFaq = (row: EntryRow): Faq => ({
  identifier: row.identifier,
  question: row.question,
  answer: row.answer,
  locale: row.locale,
});
