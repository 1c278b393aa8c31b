import { createHash } from 'node:crypto';
import type { Element, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import type { Html, Root as MarkdownRoot, Nodes, Table } from 'mdast';
import rehypeSanitize, { defaultSchema, type Options } from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { highlight } from './highlight.ts';
import { cutDepth, linksAndPictures, makeAbsolute, textOf, wordIn } from './ours.ts';

/** The prefix of every id from a text, so none collides with the page's ids. */
const ID_PREFIX = 'on-';

/** Stricter than the default: it allows only code classes and list checkboxes. */
const schema: Options = {
  ...defaultSchema,
  // The prefix was already added. A second one would separate footnotes from their marks.
  clobber: [],
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== 'picture' && name !== 'source'),
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  attributes: {
    ...defaultSchema.attributes,
    img: ['src', 'alt', 'title'],
    '*': ['id', 'align', 'colSpan', 'rowSpan', 'dir', 'lang'],
  },
};

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly depth: 2 | 3;
}

export interface Rendered {
  readonly html: string;
  /** Headings of the second and third level, for the table of contents. */
  readonly headings: readonly Heading[];
  /** The first words as plain text, for previews and search engines. */
  readonly summary: string;
}

const SUMMARY_LETTERS = 200;
const KEPT = 200;

/** Shows HTML in the source as text. */
const asTyped = (_state: unknown, node: Html) => ({ type: 'text' as const, value: node.value });

const reader = unified().use(remarkParse).use(remarkGfm);
/** `rehype-sanitize` runs last on untrusted text. The steps after it process only our own HTML. */
const writer = unified()
  .use(remarkRehype, { clobberPrefix: ID_PREFIX, handlers: { html: asTyped } })
  .use(rehypeSlug, { prefix: ID_PREFIX })
  .use(rehypeSanitize, schema);

const known = new Map<string, Promise<Rendered>>();

/** Renders Markdown as safe HTML, cached per text. With `site`, all links are absolute. */
export async function renderMarkdown(markdown: string, { site = '' }: { site?: string } = {}): Promise<Rendered> {
  const key = createHash('sha256').update(`${site}\n${markdown}`).digest('base64url');
  const found = known.get(key) ?? render(markdown, site);
  // Moves the entry to the end, because the first entry is evicted next.
  known.delete(key);
  known.set(key, found);
  if (known.size > KEPT) known.delete(known.keys().next().value ?? key);
  return await found;
}

async function render(markdown: string, site: string): Promise<Rendered> {
  const source = cutDepth(markdown);
  const parsed: MarkdownRoot = reader.parse(source);
  boundTables(parsed, source);
  const tree: Root = await writer.run(parsed);
  linksAndPictures(tree);
  if (site !== '') makeAbsolute(tree, site);
  await highlight(tree);
  return { html: toHtml(tree), headings: headingsOf(tree), summary: summaryOf(tree) };
}

function headingsOf(tree: Root): Heading[] {
  return tree.children.flatMap((node) => {
    if (node.type !== 'element' || (node.tagName !== 'h2' && node.tagName !== 'h3')) return [];
    const depth = node.tagName === 'h2' ? 2 : 3;
    return [{ id: wordIn(node.properties['id']), text: textOf(node), depth } as const];
  });
}

function summaryOf(tree: Root): string {
  const first = tree.children.find((node): node is Element => node.type === 'element' && node.tagName === 'p');
  const text = (first ? textOf(first) : '').replace(/\s+/g, ' ').trim();
  return text.length <= SUMMARY_LETTERS
    ? text
    : `${text
        .slice(0, SUMMARY_LETTERS - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** The maximum number of cells in all tables. Rows are padded, so a short text can have millions of cells. */
const MOST_CELLS = 10_000;

/** Shows a table with too many cells as source text. */
function boundTables(tree: MarkdownRoot, source: string): void {
  let left = MOST_CELLS;
  const visit = (node: Nodes): void => {
    if (!('children' in node)) return;
    const { children } = node;
    for (const [place, child] of children.entries()) {
      if (child.type !== 'table') {
        visit(child);
        continue;
      }
      left -= cellsOf(child);
      if (left < 0) children.splice(place, 1, tableAsTyped(child, source));
    }
  };
  visit(tree);
}

const cellsOf = ({ align, children }: Table): number => children.length * (align?.length ?? 1);

const tableAsTyped = ({ position }: Table, source: string) => ({
  type: 'code' as const,
  value: source.slice(position?.start.offset, position?.end.offset),
});
