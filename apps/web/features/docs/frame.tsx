import type { DocSection } from '@tally/contract/docs/calls';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Input, mostLetters } from '../../ui/fields/input.tsx';
import { docAddress, inLanguage } from './address.ts';

interface Here {
  readonly section?: string;
  readonly page?: string;
}

const nowhere: Here = {};

/**
 * The handbook's layout: search and page list in a sidebar (folded at the top on phones), the page and its headings.
 */
export async function DocsFrame({
  sections,
  here = nowhere,
  asked = '',
  aside,
  children,
}: {
  sections: readonly DocSection[];
  here?: Here;
  asked?: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const t = await getTranslations('docs');
  return (
    <div className="mx-auto grid max-w-7xl gap-x-10 px-5 py-8 lg:grid-cols-[236px_minmax(0,1fr)] lg:py-12 xl:grid-cols-[236px_minmax(0,1fr)_208px]">
      <div
        data-screen
        className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-96px)] lg:self-start lg:overflow-y-auto lg:pe-2"
      >
        <SearchForm asked={asked} />
        <details className="mt-4 rounded-panel border border-line px-4 py-2 lg:hidden">
          <summary className="min-h-control cursor-pointer content-center font-semibold">{t('allPages')}</summary>
          <nav aria-label={t('pages')} className="pb-2">
            <Pages sections={sections} here={here} />
          </nav>
        </details>
        <nav aria-label={t('pages')} className="mt-5 max-lg:hidden">
          <Pages sections={sections} here={here} />
        </nav>
      </div>
      <div className="min-w-0 max-lg:mt-8">{children}</div>
      {aside}
    </div>
  );
}

/** A plain form, so the search works without scripts. */
async function SearchForm({ asked }: { asked: string }) {
  const t = await getTranslations('docs');
  return (
    <search>
      <form action="/docs" className="flex gap-2">
        <Input
          name="q"
          type="search"
          defaultValue={asked}
          maxLength={mostLetters.search}
          aria-label={t('searchLabel')}
          placeholder={t('searchPlaceholder')}
        />
        <Button type="submit">{t('search')}</Button>
      </form>
    </search>
  );
}

/**
 * Every section folds, and the current one is open. Links are plain, because hydrating them all would slow phones down.
 */
async function Pages({ sections, here }: { sections: readonly DocSection[]; here: Here }) {
  const locale = await getLocale();
  return (
    <ul className="grid gap-1">
      {sections.map(({ section, title, pages, languages }) => (
        <li key={section}>
          <details open={section === here.section}>
            <summary className="min-h-control cursor-pointer content-center rounded-control px-2 font-semibold hover:bg-raised">
              <bdi {...inLanguage({ languages }, locale)}>{title}</bdi>
            </summary>
            <ul className="mb-2 border-line border-s ps-2 ms-3">
              {pages.map((link) => {
                const isHere = section === here.section && link.page === here.page;
                return (
                  <li key={link.page}>
                    <a
                      href={docAddress(link)}
                      aria-current={isHere ? 'page' : undefined}
                      className={cx(
                        'block rounded-control px-2 py-1.5 hover:bg-raised hover:text-text pointer-coarse:py-2.5',
                        isHere ? 'bg-raised font-semibold text-text' : 'text-muted',
                      )}
                    >
                      <bdi {...inLanguage(link, locale)}>{link.title}</bdi>
                    </a>
                  </li>
                );
              })}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}
