import { Rss } from 'lucide-react';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { config } from '../../lib/config.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';

/** A public list of posts with its feed. */
export async function PostsPage({
  home,
  path,
  count,
  children,
}: {
  home: 'blog' | 'news';
  path: string;
  /** The number of posts; null if the API did not answer. */
  count: number | null;
  children: ReactNode;
}) {
  const t = await getTranslations(home);
  return (
    <article className="mx-auto max-w-5xl px-5 py-14">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h1 className="page-title text-balance">{t('title')}</h1>
        <a
          href={`${path}/feed.xml`}
          className="inline-flex min-h-control items-center gap-2 text-muted hover:text-text"
        >
          <Icon of={Rss} />
          {t('feed')}
        </a>
      </div>
      <p className="mt-1 mb-8 max-w-prose text-muted">{t('text', { site: config().SITE_NAME })}</p>
      {children}
      {count === null && <EmptyState title={t('downTitle')} text={t('downText')} />}
      {count === 0 && <EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
    </article>
  );
}
