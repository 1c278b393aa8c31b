import { readdir, readFile } from 'node:fs/promises';
import { defaultLocale, type Locale, locales } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { count, desc, isNotNull, isNull, lt } from '@tally/infra/sql';
import { type RatingRow, ratings } from './tables.ts';

const folder = new URL('../../../../docs/public/', import.meta.url);
const environment = new URL('../../../../.env.example', import.meta.url);

export interface SourceFile {
  readonly section: string;
  /** A page named `index` describes the section itself. */
  readonly page: string;
  readonly locale: Locale;
  readonly text: string;
}

/** Reads every text of the handbook from disk: `kick.md` is English, `kick.ar.md` is the same page in Arabic. */
export async function readSources(): Promise<SourceFile[]> {
  const names = await readdir(folder, { recursive: true });
  const found = names.flatMap((name) => {
    const [file, section, page, word] = /^([a-z0-9-]+)[/\\]([a-z0-9-]+)(?:\.([a-z]{2}))?\.md$/.exec(name) ?? [];
    const locale = word === undefined ? defaultLocale : locales.find((each) => each.startsWith(`${word}-`));
    return file && section && page && locale ? [{ file, section, page, locale }] : [];
  });
  return await Promise.all(
    found.map(async ({ file, ...about }) => ({
      ...about,
      text: (await readFile(new URL(file, folder), 'utf8')).replaceAll('\r\n', '\n'),
    })),
  );
}

/** Reads the synonyms for the handbook's terms. */
export const readSynonymText = async (): Promise<string> => await readFile(new URL('synonyms.txt', folder), 'utf8');

/** Reads the translations of the fixed words in generated lists. */
export const readListWords = async (locale: Locale): Promise<string> =>
  locale === defaultLocale ? '' : await readFile(new URL(`words.${locale.slice(0, 2)}.txt`, folder), 'utf8');

/** Reads the program's settings with their explanations. */
export const readEnvironment = async (): Promise<string> =>
  (await readFile(environment, 'utf8')).replaceAll('\r\n', '\n');

export const insertRating = async (db: Db, row: Omit<RatingRow, 'id'>): Promise<void> =>
  void (await db.insert(ratings).values(row));

export const countRatings = async (db: Db) =>
  await db
    .select({ section: ratings.section, page: ratings.page, isHelpful: ratings.isHelpful, total: count() })
    .from(ratings)
    .where(isNull(ratings.sentence))
    .groupBy(ratings.section, ratings.page, ratings.isHelpful);

export const listSentences = async (db: Db, most: number): Promise<RatingRow[]> =>
  await db.select().from(ratings).where(isNotNull(ratings.sentence)).orderBy(desc(ratings.id)).limit(most);

export const deleteRatingsBefore = async (db: Db, day: string): Promise<void> =>
  void (await db.delete(ratings).where(lt(ratings.day, day)));
