import { type Doc, type DocHit, type DocLink, type DocRating, type DocSection, defaultLocale } from '@tally/contract';
import { type Index, indexOf, type Searchable, search } from '@tally/infra/search';
import { beginTry, guesserOf } from '@tally/infra/tries';
import { AppError, type Ctx, days, minutes } from '@tally/kernel';
import { catalogue } from '../premium/index.ts';
import {
  type Part,
  partsOf,
  plainText,
  readFrontMatter,
  readSynonyms,
  type Synonyms,
  sentenceWith,
  withoutFillers,
  withSynonyms,
} from './match.ts';
import { draw, type Facts } from './render/draw.ts';
import {
  countRatings,
  deleteRatingsBefore,
  insertRating,
  listSentences,
  readEnvironment,
  readListWords,
  readSources,
  readSynonymText,
} from './store.ts';

/** The texts are part of the program, but the plans that they mention may change while it runs. */
const KEPT_MS = minutes(10);

/** Several parts of a page may match, but the results show each page only once, so we search for more. */
const MOST_PARTS = 60;

interface Entry extends Searchable {
  readonly hit: Omit<DocHit, 'sentence'>;
}

interface Shelf {
  readonly sections: readonly DocSection[];
  readonly pages: ReadonlyMap<string, Doc>;
  readonly index: Index<Entry>;
  readonly synonyms: Synonyms;
}

const shelfOf = async (ctx: Ctx): Promise<Shelf> =>
  await ctx.cache.get(`docs/${ctx.locale}`, KEPT_MS, () => fillShelf(ctx));

async function fillShelf(ctx: Ctx): Promise<Shelf> {
  const { locale } = ctx;
  const [sources, listWords, environment, synonyms, { plans }] = await Promise.all([
    readSources(),
    readListWords(locale),
    readEnvironment(),
    readSynonymText(),
    catalogue(ctx),
  ]);
  const facts: Facts = { features: ctx.features, plans, environment, siteName: ctx.config.SITE_NAME };
  const own: Facts = { ...facts, locale, listWords: new Map(readSynonyms(listWords)) };
  const read = sources.map((each) => ({ ...each, ...readFrontMatter(`${each.section}/${each.page}`, each.text) }));
  const pages = read
    .filter((each) => each.locale === defaultLocale)
    .toSorted((a, b) => a.order - b.order)
    .map((english) => {
      const texts = read.filter(({ section, page }) => section === english.section && page === english.page);
      const { section, page, title, summary, body } = texts.find((each) => each.locale === locale) ?? english;
      const languages = texts.map((each) => each.locale);
      return { english, body, link: { section, page, title, summary, languages } };
    });
  const docs = pages
    .filter(({ link }) => link.page !== 'index')
    .map(({ english, body, link }) => {
      const parts = partsOf(draw(english.body, facts));
      const markdown = english.body === body ? draw(body, facts) : draw(body, own);
      return { ...link, markdown, anchors: parts.flatMap(({ anchor }) => anchor ?? []), english, parts };
    });
  const sections = pages
    .filter(({ link }) => link.page === 'index')
    .map(({ link: { page: _page, ...link } }) => ({
      ...link,
      pages: docs.filter((doc) => doc.section === link.section).map(linkTo),
    }));
  return {
    sections,
    pages: new Map(docs.map(({ english: _english, parts: _parts, ...doc }) => [`${doc.section}/${doc.page}`, doc])),
    index: indexOf(docs.flatMap((doc) => entriesOf(doc, doc))),
    synonyms: readSynonyms(synonyms),
  };
}

const linkTo = ({ section, page, title, summary, languages }: DocLink): DocLink => ({
  section,
  page,
  title,
  summary,
  languages,
});

/**
 * Creates a search entry for each part of a page, found by the page's title and the part's heading. A translated page
 * is also found by its English headings, and uses their anchors.
 */
const entriesOf = (
  doc: Doc,
  { english, parts }: { english: Pick<DocLink, 'title' | 'summary'>; parts: readonly Part[] },
): Entry[] =>
  partsOf(doc.markdown).map(({ heading, text }, at) => {
    const { heading: englishHeading = null, anchor = null } = parts[at] ?? {};
    return {
      question: [
        ...new Set([doc.title, heading ?? doc.summary, english.title, englishHeading ?? english.summary]),
      ].join(' '),
      answer: plainText(text),
      hit: { ...linkTo(doc), heading, anchor },
    };
  });

export const listDocs = async (ctx: Ctx): Promise<DocSection[]> => [...(await shelfOf(ctx)).sections];

export async function findSection(ctx: Ctx, name: string): Promise<DocSection> {
  const found = (await shelfOf(ctx)).sections.find(({ section }) => section === name);
  if (!found) throw new AppError('docNotFound');
  return found;
}

export async function getDoc(ctx: Ctx, { section, page }: { section: string; page: string }): Promise<Doc> {
  const found = (await shelfOf(ctx)).pages.get(`${section}/${page}`);
  if (!found) throw new AppError('docNotFound');
  return found;
}

/** Returns null if there is no such page. */
export async function findDocLink(ctx: Ctx, address: string): Promise<DocLink | null> {
  const found = (await shelfOf(ctx)).pages.get(address);
  return found ? linkTo(found) : null;
}

/** Returns the best matches. Each page appears once, at its best position. */
export async function findDocs(ctx: Ctx, asked: string, most: number): Promise<DocHit[]> {
  const { index, sections, synonyms } = await shelfOf(ctx);
  if (asked.trim() === '')
    return sections
      .flatMap(({ pages }) => pages)
      .slice(0, most)
      .map((page) => ({ ...page, heading: null, anchor: null, sentence: [] }));
  const hits = new Map<string, DocHit>();
  const words = withoutFillers(withSynonyms(asked, synonyms));
  for (const { hit, answer } of search(index, words, MOST_PARTS)) {
    const address = `${hit.section}/${hit.page}`;
    if (!hits.has(address)) hits.set(address, { ...hit, sentence: sentenceWith(answer, words) });
  }
  return [...hits.values()].slice(0, most);
}

const SENTENCES_A_DAY = 5;
const SENTENCES_SHOWN = 200;
const RATINGS_KEPT_DAYS = 365;

const dayBefore = ({ clock }: Ctx, passed: number): string =>
  new Date(clock.now().getTime() - days(passed)).toISOString().slice(0, 10);

/** Ignores a second rating on the same day without an error. */
export async function rateDoc(
  ctx: Ctx,
  { section, page }: { section: string; page: string },
  { isHelpful, sentence = null }: { isHelpful: boolean; sentence?: string | null | undefined },
): Promise<void> {
  await getDoc(ctx, { section, page });
  const who = guesserOf(ctx);
  const { isAllowed, freeAt } = await beginTry(
    ctx,
    sentence === null
      ? { about: `docs ${section}/${page}`, who, most: 1, withinMs: days(1) }
      : { about: 'docs sentences', who, most: SENTENCES_A_DAY, withinMs: days(1) },
  );
  if (isAllowed)
    await insertRating(ctx.db, { section, page, locale: ctx.locale, day: dayBefore(ctx, 0), isHelpful, sentence });
  else if (sentence !== null)
    throw new AppError('rateLimited', { seconds: Math.ceil((freeAt.getTime() - ctx.clock.now().getTime()) / 1_000) });
}

export async function listRatings(ctx: Ctx): Promise<DocRating[]> {
  const [{ pages }, counted, sentences] = await Promise.all([
    shelfOf(ctx),
    countRatings(ctx.db),
    listSentences(ctx.db, SENTENCES_SHOWN),
  ]);
  const isOf = (doc: DocLink) => (row: { section: string; page: string }) =>
    row.section === doc.section && row.page === doc.page;
  const rated = [...pages.values()].flatMap((doc) => {
    const own = counted.filter(isOf(doc));
    const said = sentences.filter(isOf(doc));
    if (own.length + said.length === 0) return [];
    const totalOf = (isHelpful: boolean) => own.find((row) => row.isHelpful === isHelpful)?.total ?? 0;
    return {
      section: doc.section,
      page: doc.page,
      title: doc.title,
      helpful: totalOf(true),
      unhelpful: totalOf(false),
      sentences: said.map(({ sentence, isHelpful, locale, day }) => ({ text: sentence ?? '', isHelpful, locale, day })),
    };
  });
  return rated.toSorted((one, other) => other.unhelpful - one.unhelpful || one.helpful - other.helpful);
}

export const forgetOldRatings = async (ctx: Ctx): Promise<void> =>
  await deleteRatingsBefore(ctx.db, dayBefore(ctx, RATINGS_KEPT_DAYS));
