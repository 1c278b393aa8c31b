import { Wish, WishKind } from '@tally/contract/feedback-board/calls';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { config } from '../../../lib/config.ts';
import { alternatesOf } from '../../../lib/paths/alternates.ts';
import { readPublic } from '../../../lib/read-public.ts';
import { ShellProviders } from '../../../shell/layout/providers.tsx';
import { getShellData } from '../../../shell/shell-data.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Input, mostLetters } from '../../../ui/fields/input.tsx';
import { WishRow } from '../row.tsx';
import { Roadmap } from './roadmap.tsx';
import { withSummaries } from './words.ts';
import { Write } from './write.tsx';

const A_PAGE = 30;
type Search = Promise<Record<string, string | string[] | undefined>>;

export async function boardMetadata(): Promise<Metadata> {
  const t = await getTranslations('feedback-board');
  const site = config().SITE_NAME;
  return { title: t('title'), description: t('text', { site }), alternates: await alternatesOf('/feedback') };
}

const views = ['votes', 'newest', 'roadmap'] as const;
type View = (typeof views)[number];

const wordOf = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/** The server renders the page, so reading and searching need no script. */
export async function BoardPage({ searchParams }: { searchParams: Search }) {
  const [search, t, shell] = await Promise.all([searchParams, getTranslations('feedback-board'), getShellData()]);
  const asked = wordOf(search['q']).slice(0, mostLetters.search).trim();
  const view = views.find((each) => each === search['view']) ?? 'votes';
  const kind = WishKind.safeParse(search['kind']).data;
  return (
    <article className="mx-auto max-w-5xl px-5 py-14">
      <ShellProviders shell={shell}>
        <MessagesOf homes={['feedback-board']}>
          <div className="flex flex-wrap items-start justify-between gap-4">
            <div>
              <h1 className="page-title text-balance">{t('title')}</h1>
              <p className="mt-1 max-w-prose text-muted">{t('text', { site: shell.site })}</p>
            </div>
            <Write isLoggedIn={shell.isLoggedIn} />
          </div>
          <noscript>
            <p className="mt-4 text-muted">{t('needsScript')}</p>
          </noscript>
          <search>
            <form className="mt-6 flex gap-2" action="/feedback">
              <Input
                name="q"
                type="search"
                defaultValue={asked}
                maxLength={mostLetters.search}
                aria-label={t('searchLabel')}
                placeholder={t('searchLabel')}
              />
              <Button type="submit">{t('search')}</Button>
            </form>
          </search>
          {asked === '' && <Views view={view} kind={kind} />}
          {view === 'roadmap' && asked === '' ? (
            <Roadmap isLoggedIn={shell.isLoggedIn} />
          ) : (
            <List
              query={{
                search: asked,
                kind,
                sort: view === 'newest' ? 'newest' : 'votes',
                cursor: wordOf(search['after']),
              }}
              isLoggedIn={shell.isLoggedIn}
            />
          )}
        </MessagesOf>
      </ShellProviders>
    </article>
  );
}

const addressOf = (about: Readonly<Record<string, string | undefined>>): string => {
  const query = new URLSearchParams(Object.entries(about).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  return query.size === 0 ? '/feedback' : `/feedback?${query}`;
};

async function Views({ view, kind }: { view: View; kind: WishKind | undefined }) {
  const t = await getTranslations('feedback-board');
  const plain = (each: View) => (each === 'votes' ? undefined : each);
  return (
    <nav aria-label={t('views')} className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <ul className="flex gap-1">
        {views.map((each) => (
          <li key={each}>
            <Choice
              href={addressOf({ view: plain(each), kind: each === 'roadmap' ? undefined : kind })}
              isOn={each === view}
            >
              {t(`view.${each}`)}
            </Choice>
          </li>
        ))}
      </ul>
      {view !== 'roadmap' && (
        <ul className="flex gap-1">
          {([undefined, ...WishKind.options] as const).map((each) => (
            <li key={each ?? 'all'}>
              <Choice href={addressOf({ view: plain(view), kind: each })} isOn={each === kind}>
                {t(`filter.${each ?? 'all'}`)}
              </Choice>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

function Choice({ href, isOn, children }: { href: string; isOn: boolean; children: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isOn ? 'page' : undefined}
      className={cx(
        'inline-flex min-h-control items-center rounded-control px-3',
        isOn ? 'bg-raised font-semibold' : 'text-muted hover:text-text',
      )}
    >
      {children}
    </Link>
  );
}

interface Query {
  readonly search: string;
  readonly kind: WishKind | undefined;
  readonly sort: 'votes' | 'newest';
  readonly cursor: string;
}

async function List({ query, isLoggedIn }: { query: Query; isLoggedIn: boolean }) {
  const t = await getTranslations('feedback-board');
  const given = Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []));
  const params = new URLSearchParams([...given, ['limit', String(A_PAGE)]]);
  const list = await readPublic(`/data/feedback?${params}`, Wish.array());
  if (!list) return <EmptyState title={t('downTitle')} text={t('downText')} />;
  if (list.length === 0) {
    return query.search === '' ? (
      <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
    ) : (
      <EmptyState title={t('nothingTitle')} text={t('nothingText')} />
    );
  }
  const last = query.search === '' && list.length === A_PAGE ? list.at(-1) : undefined;
  const { sort, kind } = query;
  return (
    <>
      <ul className="mt-4 rounded-panel border border-line bg-surface">
        {(await withSummaries(list)).map((wish) => (
          <WishRow key={wish.wishId} wish={wish} isLoggedIn={isLoggedIn} />
        ))}
      </ul>
      {last && (
        <ButtonLink
          className="mt-6"
          href={addressOf({ view: sort === 'newest' ? 'newest' : undefined, kind, after: last.wishId })}
        >
          {t('more')}
        </ButtonLink>
      )}
    </>
  );
}
