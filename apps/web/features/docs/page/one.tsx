import type { Doc, DocLink } from '@tally/contract/docs/calls';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { type Heading, renderMarkdown } from '../../../lib/markdown/render.ts';
import { alternatesOf } from '../../../lib/paths/alternates.ts';
import { Prose } from '../../../ui/prose.tsx';
import { docAddress, inLanguage, shared } from '../address.ts';
import { DocsFrame } from '../frame.tsx';
import { linkHeadings } from '../headings.ts';
import { Helpful } from '../helpful.tsx';
import { withSizes } from '../pictures.ts';
import { neighboursOf, readDoc, readSections } from '../read.ts';
import { DocsDown } from './home.tsx';

type Props = { params: Promise<{ section: string; doc: string }>; searchParams: Promise<{ helpful?: unknown }> };

export async function docMetadata({ params }: Props): Promise<Metadata> {
  const { section, doc: page } = await params;
  const doc = await readDoc(section, page);
  if (!doc || doc === 'down') return {};
  const path = docAddress({ section, page });
  const alternates = doc.languages.length > 1 ? await alternatesOf(path) : { canonical: path };
  return { ...shared(section, doc.title, doc.summary), alternates };
}

export async function DocPage({ params, searchParams }: Props) {
  const [{ section, doc: page }, { helpful }] = await Promise.all([params, searchParams]);
  const [doc, sections, t, locale] = await Promise.all([
    readDoc(section, page),
    readSections(),
    getTranslations('docs'),
    getLocale(),
  ]);
  if (!doc) notFound();
  if (doc === 'down' || !sections) return <DocsDown />;
  const { html, headings } = await renderMarkdown(doc.markdown);
  const language = inLanguage(doc, locale);
  return (
    <DocsFrame
      sections={sections}
      here={{ section, page }}
      aside={<Contents headings={headings} anchors={doc.anchors} language={language} />}
    >
      {'lang' in language && (
        <p className="mb-6 rounded-panel border border-line bg-surface px-4 py-3 text-muted">{t('inEnglish')}</p>
      )}
      <article {...language}>
        <h1 className="page-title text-balance">{doc.title}</h1>
        <p className="mt-1 mb-8 max-w-prose text-lead text-muted text-pretty">{doc.summary}</p>
        <Prose html={linkHeadings(await withSizes(html), doc.anchors)} className="max-w-[76ch]" />
      </article>
      <Helpful action={`${docAddress({ section, page })}/helpful`} done={helpful} />
      <Turns {...neighboursOf(sections, { section, page })} />
    </DocsFrame>
  );
}

/** Shown next to long pages if there is space. */
async function Contents({
  headings,
  anchors,
  language,
}: Pick<Doc, 'anchors'> & { headings: readonly Heading[]; language: ReturnType<typeof inLanguage> }) {
  const t = await getTranslations('docs');
  if (headings.length < 2) return null;
  return (
    <nav
      data-screen
      aria-label={t('contents')}
      className="sticky top-20 max-h-[calc(100dvh-96px)] self-start overflow-y-auto max-xl:hidden"
    >
      <p className="caps mb-2 text-faint">{t('contents')}</p>
      <ul {...language} className="border-line border-s">
        {headings.map(({ id, text, depth }, at) => (
          <li key={id}>
            <a
              href={`#${anchors[at] ?? id}`}
              className={`block py-1 text-muted text-small hover:text-text ${depth === 3 ? 'ps-6' : 'ps-3'}`}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

async function Turns({ previous, next }: { previous: DocLink | undefined; next: DocLink | undefined }) {
  const t = await getTranslations('docs');
  return (
    <nav data-screen aria-label={t('turns')} className="mt-8 grid gap-3 border-line border-t pt-6 sm:grid-cols-2">
      {previous && <Turn word={t('previous')} to={previous} />}
      {next && <Turn word={t('next')} to={next} isNext />}
    </nav>
  );
}

async function Turn({ word, to, isNext = false }: { word: string; to: DocLink; isNext?: boolean }) {
  return (
    <Link
      href={docAddress(to)}
      prefetch={false}
      rel={isNext ? 'next' : 'prev'}
      className={`rounded-panel border border-line px-4 py-3 hover:bg-raised ${isNext ? 'sm:col-start-2 sm:text-end' : ''}`}
    >
      <span className="block text-muted text-small">{word}</span>
      <bdi {...inLanguage(to, await getLocale())} className="font-semibold">
        {to.title}
      </bdi>
    </Link>
  );
}
