import type { DocHit, DocSection } from '@tally/contract/docs/calls';
import { Braces, PenLine, Radio, Rocket, Server, Wrench } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { config } from '../../../lib/config.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { mostLetters } from '../../../ui/fields/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { docAddress, inLanguage } from '../address.ts';
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
      <h1 className="page-title text-balance">{t('title')}</h1>
      <p className="mt-1 mb-8 max-w-prose text-lead text-muted">{t('text', { site: config().SITE_NAME })}</p>
      {hits ? <Hits hits={hits} asked={asked} /> : <Tiles sections={sections} />}
    </DocsFrame>
  );
}

export async function DocsDown() {
  const t = await getTranslations('docs');
  return (
    <div className="mx-auto max-w-3xl px-5 py-14">
      <h1 className="page-title mb-6">{t('title')}</h1>
      <EmptyState title={t('downTitle')} text={t('downText')} />
    </div>
  );
}

const tiles = [
  { name: 'setUp', icon: Rocket, of: ['tutorials', 'moving', 'platforms', 'premium'] },
  { name: 'fix', icon: Wrench, of: ['help', 'dashboard'] },
  { name: 'customize', icon: PenLine, of: ['messages', 'community', 'roles'] },
  { name: 'streamers', icon: Radio, of: ['tools'] },
  { name: 'selfHost', icon: Server, of: ['self-hosting'] },
  { name: 'api', icon: Braces, of: ['api'] },
] as const;
const MOST_PAGES = 6;

/** Links are plain and prefetched on hover, because hydrating them all would slow phones down. */
async function Tiles({ sections }: { sections: readonly DocSection[] }) {
  const [t, locale] = await Promise.all([getTranslations('docs.tiles'), getLocale()]);
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {tiles.map(({ name, icon, of }) => {
        const own = sections.filter(({ section }) => of.some((each) => each === section));
        const each = Math.max(2, Math.floor(MOST_PAGES / own.length));
        return (
          <li key={name} className="rounded-panel border border-line bg-surface p-5">
            <h2 className="flex items-center gap-2.5 font-semibold text-lead">
              <Icon of={icon} size={18} className="shrink-0 text-muted" />
              {t(`${name}.title`)}
            </h2>
            <p className="mt-1 text-muted text-pretty">{t(`${name}.text`)}</p>
            <div className="mt-3 grid gap-3">
              {own.map(({ section, title, pages, languages }) => (
                <div key={section}>
                  <a
                    href={`/docs/${section}`}
                    className="inline-flex min-h-7 items-center font-semibold underline-offset-4 hover:underline pointer-coarse:min-h-11"
                  >
                    <bdi {...inLanguage({ languages }, locale)}>{title}</bdi>
                  </a>
                  <ul>
                    {pages.slice(0, each).map((link) => (
                      <li key={link.page}>
                        <a
                          href={docAddress(link)}
                          className="block py-0.5 text-muted underline decoration-line underline-offset-4 hover:text-text pointer-coarse:py-3"
                        >
                          <bdi {...inLanguage(link, locale)}>{link.title}</bdi>
                        </a>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

async function Hits({ hits, asked }: { hits: readonly DocHit[]; asked: string }) {
  const [t, locale] = await Promise.all([getTranslations('docs'), getLocale()]);
  if (hits.length === 0)
    return (
      <EmptyState
        title={t('nothingTitle')}
        text={t('nothingText')}
        action={
          <ButtonLink href={`/faq?q=${encodeURIComponent(asked)}#ask-staff`} variant="primary">
            {t('ask')}
          </ButtonLink>
        }
      />
    );
  return (
    <>
      <output className="mb-3 block text-muted">{t('found', { count: hits.length })}</output>
      <ul className="rounded-panel border border-line bg-surface">
        {hits.map((hit) => (
          <li key={docAddress(hit)} {...inLanguage(hit, locale)} className="border-line border-b last:border-b-0">
            <Link href={docAddress(hit)} prefetch={false} className="block px-4 py-3 hover:bg-raised">
              <span className="block font-semibold">
                {hit.title}
                {hit.heading !== null && <span className="font-normal text-muted"> › {hit.heading}</span>}
              </span>
              <span className="block text-muted text-pretty">
                {hit.sentence.length === 0 ? hit.summary : <Sentence of={hit.sentence} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const Sentence = ({ of }: { of: DocHit['sentence'] }) =>
  of.map(({ text, isMatch }, place) =>
    isMatch ? (
      // oxlint-disable-next-line react/no-array-index-key -- a piece of a sentence is its place
      <mark key={place} className="bg-transparent font-semibold text-text underline decoration-warn underline-offset-4">
        {text}
      </mark>
    ) : (
      text
    ),
  );
