import type { Doc, DocHit, DocLink, DocSection } from '@tally/contract';
import { type Index, indexOf, type Searchable, search } from '@tally/infra/search';
import { AppError, type Ctx, minutes } from '@tally/kernel';
import { catalogue } from '../premium/index.ts';
import {
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
import { readEnvironment, readSources, readSynonymText } from './store.ts';

/** Texts change only with the program, but the plans that they mention may change. */
const KEPT_MS = minutes(10);

/** Several parts of one page may match, but only one is shown. */
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

const shelfOf = async (ctx: Ctx): Promise<Shelf> => await ctx.cache.get('docs', KEPT_MS, () => fillShelf(ctx));

async function fillShelf(ctx: Ctx): Promise<Shelf> {
  const [sources, environment, synonyms, { plans }] = await Promise.all([
    readSources(),
    readEnvironment(),
    readSynonymText(),
    catalogue(ctx),
  ]);
  const facts: Facts = { features: ctx.features, plans, environment, siteName: ctx.config.SITE_NAME };
  const read = sources
    .map(({ section, page, text }) => ({ section, page, ...readFrontMatter(`${section}/${page}`, text) }))
    .toSorted((a, b) => a.order - b.order);
  const docs = read
    .filter(({ page }) => page !== 'index')
    .map(({ section, page, title, summary, body }) => ({ section, page, title, summary, markdown: draw(body, facts) }));
  const sections = read
    .filter(({ page }) => page === 'index')
    .map(({ section, title, summary }) => ({
      section,
      title,
      summary,
      pages: docs.filter((doc) => doc.section === section).map(linkTo),
    }));
  return {
    sections,
    pages: new Map(docs.map((doc) => [`${doc.section}/${doc.page}`, doc])),
    index: indexOf(docs.flatMap(entriesOf)),
    synonyms: readSynonyms(synonyms),
  };
}

const linkTo = ({ section, page, title, summary }: DocLink): DocLink => ({ section, page, title, summary });

/** Each part of a page is found separately: the page's title precedes its heading, and both describe it. */
const entriesOf = (doc: Doc): Entry[] =>
  partsOf(doc.markdown).map(({ heading, anchor, text }) => ({
    question: heading === null ? `${doc.title} ${doc.summary}` : `${doc.title} ${heading}`,
    answer: plainText(text),
    hit: { ...linkTo(doc), heading, anchor },
  }));

export const listDocs = async (ctx: Ctx): Promise<DocSection[]> => [...(await shelfOf(ctx)).sections];

export async function getDoc(ctx: Ctx, { section, page }: { section: string; page: string }): Promise<Doc> {
  const found = (await shelfOf(ctx)).pages.get(`${section}/${page}`);
  if (!found) throw new AppError('docNotFound');
  return found;
}

/** Null: there is no such page. */
export async function findDocLink(ctx: Ctx, address: string): Promise<DocLink | null> {
  const found = (await shelfOf(ctx)).pages.get(address);
  return found ? linkTo(found) : null;
}

/** The best matches, each page once, at its best place. */
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
