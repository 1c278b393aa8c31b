import { Faq } from '@tally/contract/faq/calls';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { MessagesOf } from '../../i18n/messages.tsx';
import { renderMarkdown } from '../../lib/markdown/render.ts';
import { loginPath } from '../../lib/paths/paths.ts';
import { readPublic } from '../../lib/read-public.ts';
import { JsonLd } from '../../shell/layout/json-ld.tsx';
import { ShellProviders } from '../../shell/layout/providers.tsx';
import { getShellData } from '../../shell/shell-data.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Input, mostLetters } from '../../ui/fields/input.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Prose } from '../../ui/prose.tsx';
import { AskStaff } from './ask.tsx';
import { Helpful } from './helpful.tsx';

type Search = Promise<Record<string, string | string[] | undefined>>;

export async function faqMetadata(): Promise<Metadata> {
  const t = await getTranslations('faq');
  return { title: t('title'), description: t('text') };
}

/** The server renders the page, and the search is a plain form, so it works without a script. */
export async function FaqPage({ searchParams }: { searchParams: Search }) {
  const [{ q }, t, shell] = await Promise.all([searchParams, getTranslations('faq'), getShellData()]);
  const asked = typeof q === 'string' ? q.slice(0, mostLetters.search).trim() : '';
  const found = await readPublic(`/data/faq?question=${encodeURIComponent(asked)}`, Faq.array());
  return (
    <article className="mx-auto max-w-6xl px-5 py-14">
      <h1 className="page-title text-balance">{t('title')}</h1>
      <p className="mt-1 max-w-prose text-muted">{t('text')}</p>
      <search>
        <form className="mt-6 mb-8 flex gap-2 lg:me-[22.5rem]" action="/faq">
          <Input
            name="q"
            type="search"
            defaultValue={asked}
            maxLength={mostLetters.search}
            aria-label={t('searchLabel')}
            placeholder={t('searchPlaceholder')}
          />
          <Button type="submit" variant="primary">
            {t('search')}
          </Button>
        </form>
      </search>
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {shell.isLoggedIn ? (
          <ShellProviders shell={shell}>
            <MessagesOf homes={['faq']}>
              <Entries found={found} asked={asked} isLoggedIn />
              <Ask>
                <AskStaff question={asked} />
              </Ask>
            </MessagesOf>
          </ShellProviders>
        ) : (
          <>
            <Entries found={found} asked={asked} isLoggedIn={false} />
            <Ask>
              <a className={buttonClass()} href={loginPath(`/faq${asked ? `?q=${encodeURIComponent(asked)}` : ''}`)}>
                {t('logIn')}
              </a>
            </Ask>
          </>
        )}
      </div>
    </article>
  );
}

/** Suggests other places to look for people whose question has no answer yet. */
async function Ask({ children }: { children: ReactNode }) {
  const t = await getTranslations('faq');
  return (
    <div className="grid content-start gap-6 lg:sticky lg:top-24 lg:self-start">
      <section aria-labelledby="ask-staff" className="rounded-panel border border-line bg-surface p-5">
        <h2 id="ask-staff" className="font-semibold text-lead">
          {t('askTitle')}
        </h2>
        <p className="mt-1 mb-4 text-muted">{t('askText')}</p>
        {children}
      </section>
      <nav aria-label={t('elsewhere')}>
        <h2 className="caps mb-2 text-faint">{t('elsewhere')}</h2>
        <ul>
          {(['docs', 'status', 'feedback'] as const).map((place) => (
            <li key={place} className="border-line border-t last:border-b">
              <Link href={`/${place}`} prefetch={false} className="group flex min-h-[52px] items-center gap-3 py-2">
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold group-hover:underline">{t(`places.${place}`)}</span>
                  <span className="text-muted text-small">{t(`places.${place}Text`)}</span>
                </span>
                <Icon of={ChevronRight} className="text-muted rtl:-scale-x-100" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

async function Entries({ found, asked, isLoggedIn }: { found: Faq[] | null; asked: string; isLoggedIn: boolean }) {
  const t = await getTranslations('faq');
  if (!found) return <EmptyState title={t('downTitle')} text={t('downText')} />;
  if (found.length === 0) {
    return asked === '' ? (
      <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
    ) : (
      <EmptyState title={t('nothingTitle')} text={t('nothingText')} />
    );
  }
  const answers = await Promise.all(found.map(async ({ answer }) => (await renderMarkdown(answer ?? '')).html));
  const about = found.map(({ question }, at) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answers[at] },
  }));
  return (
    <div className="min-w-0">
      {asked === '' && <JsonLd about={{ '@type': 'FAQPage', mainEntity: about }} />}
      <ul className="rounded-panel border border-line bg-surface">
        {found.map(({ identifier, question, locale }, at) => (
          <li key={identifier} id={identifier} className="scroll-mt-24 border-b border-line last:border-b-0">
            {/* The best match of a search is opened immediately. */}
            <details open={asked !== '' && at === 0} className="group">
              <summary className="flex min-h-[52px] cursor-pointer items-center gap-3 px-5 py-3 font-semibold hover:bg-raised [&::-webkit-details-marker]:hidden">
                <bdi lang={locale} className="min-w-0 flex-1 wrap-anywhere">
                  {question}
                </bdi>
                <Icon
                  of={ChevronDown}
                  className="shrink-0 text-muted transition-transform duration-120 group-open:rotate-180"
                />
              </summary>
              <div lang={locale} className="max-w-prose px-5 pb-5">
                <Prose html={answers[at] ?? ''} />
                {isLoggedIn ? (
                  <Helpful id={identifier} />
                ) : (
                  <a
                    href={loginPath(`/faq#${identifier}`)}
                    className="mt-4 inline-block text-muted text-small underline pointer-coarse:py-3.5"
                  >
                    {t('helpful')}
                  </a>
                )}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
