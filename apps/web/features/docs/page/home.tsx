import type { DocHit, DocSection } from '@tally/contract/docs/calls';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { config } from '../../../lib/config.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { mostLetters } from '../../../ui/fields/input.tsx';
import { docAddress } from '../address.ts';
import { DocsFrame } from '../frame.tsx';
import { readSections, searchSections } from '../read.ts';

type Search = Promise<Record<string, string | string[] | undefined>>;

export async function docsMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs');
  return {
    title: t('title'),
    description: t('text', { site: config().SITE_NAME }),
    alternates: { canonical: '/docs' },
  };
}

export async function DocsHome({ searchParams }: { searchParams: Search }) {
  const [{ q }, t, sections] = await Promise.all([searchParams, getTranslations('docs'), readSections()]);
  const asked = typeof q === 'string' ? q.slice(0, mostLetters.search).trim() : '';
  const hits = asked === '' ? null : await searchSections(asked);
  if (!sections) return <DocsDown />;
  return (
    <DocsFrame sections={sections} asked={asked}>
      <h1 className="wide text-head text-balance max-[359px]:text-title">{t('title')}</h1>
      <p className="mt-1 mb-8 max-w-prose text-lead text-muted">{t('text', { site: config().SITE_NAME })}</p>
      {hits ? <Hits hits={hits} /> : <Sections sections={sections} />}
    </DocsFrame>
  );
}

export async function DocsDown() {
  const t = await getTranslations('docs');
  return (
    <div className="mx-auto max-w-3xl px-5 py-14">
      <h1 className="wide mb-6 text-head max-[359px]:text-title">{t('title')}</h1>
      <EmptyState title={t('downTitle')} text={t('downText')} />
    </div>
  );
}

/** Plain links: so many others would cost a phone their waking up. */
function Sections({ sections }: { sections: readonly DocSection[] }) {
  return (
    <div lang="en" dir="ltr" className="grid gap-x-10 gap-y-9 sm:grid-cols-2">
      {sections.map(({ section, title, summary, pages }) => (
        <section key={section} aria-labelledby={`section-${section}`}>
          <h2 id={`section-${section}`} className="font-semibold text-lead">
            <a href={`/docs/${section}`} className="underline-offset-4 hover:underline">
              {title}
            </a>
          </h2>
          <p className="mt-0.5 text-muted text-pretty">{summary}</p>
          <ul className="mt-2">
            {pages.map((link) => (
              <li key={link.page}>
                <a
                  href={docAddress(link)}
                  className="block py-1 underline decoration-control underline-offset-4 hover:decoration-text pointer-coarse:py-2.5"
                >
                  {link.title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

async function Hits({ hits }: { hits: readonly DocHit[] }) {
  const t = await getTranslations('docs');
  if (hits.length === 0) return <EmptyState title={t('nothingTitle')} text={t('nothingText')} />;
  return (
    <>
      <output className="mb-3 block text-muted">{t('found', { count: hits.length })}</output>
      <ul lang="en" dir="ltr" className="rounded-panel border border-line bg-surface">
        {hits.map((hit) => (
          <li key={docAddress(hit)} className="border-line border-b last:border-b-0">
            <Link href={docAddress(hit)} prefetch={false} className="block px-4 py-3 hover:bg-raised">
              <span className="block font-semibold">
                {hit.title}
                {hit.heading !== null && <span className="font-normal text-muted"> › {hit.heading}</span>}
              </span>
              <span className="block text-muted text-pretty">{hit.summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
