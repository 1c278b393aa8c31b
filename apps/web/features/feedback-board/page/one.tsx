import { WishInDetail } from '@tally/contract/feedback-board/calls';
import { ArrowLeft } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound, permanentRedirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { MessagesOf } from '../../../i18n/messages.tsx';
import { alternatesOf } from '../../../lib/paths/alternates.ts';
import { findPublic } from '../../../lib/read-public.ts';
import { utcDate } from '../../../lib/words/format.ts';
import { ShellProviders } from '../../../shell/layout/providers.tsx';
import { getShellData } from '../../../shell/shell-data.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { StaffTools } from '../admin/tools.tsx';
import { StateBadge } from '../state-badge.tsx';
import { Vote } from '../vote.tsx';
import { Comments } from './comments.tsx';
import { RemoveOwn } from './remove-own.tsx';
import { htmlOf, withSummary } from './words.ts';

interface Props {
  params: Promise<{ id: string }>;
}

const readWish = cache(async (id: string) => findPublic(`/data/feedback/${encodeURIComponent(id)}`, WishInDetail));

export async function wishMetadata({ params }: Props): Promise<Metadata> {
  const wish = await readWish((await params).id);
  if (!wish || wish === 'down') return {};
  const about = { title: wish.title, description: (await withSummary(wish)).text };
  return { ...about, alternates: await alternatesOf(`/feedback/${wish.wishId}`), openGraph: about };
}

export async function WishPage({ params }: Props) {
  const { id } = await params;
  const [wish, t, locale, shell] = await Promise.all([
    readWish(id),
    getTranslations('feedback-board'),
    getLocale(),
    getShellData(),
  ]);
  if (!wish) notFound();
  if (wish === 'down') {
    return (
      <article className="mx-auto max-w-3xl px-5 py-14">
        <EmptyState title={t('downTitle')} text={t('downText')} />
      </article>
    );
  }
  // The URL of a merged post redirects to the post that remains.
  if (wish.wishId !== id) permanentRedirect(`/feedback/${wish.wishId}`);
  const { wishId, title, text, votes, isWanted, isOwn, kind, author, createdAt, state, why, decidedAt } = wish;
  const { isLoggedIn } = shell;
  const words = {
    text: await htmlOf(text),
    why: await htmlOf(why ?? ''),
    said: await Promise.all(wish.said.map(async (comment) => ({ ...comment, html: await htmlOf(comment.text) }))),
  };
  return (
    <article className="mx-auto max-w-3xl px-5 py-14">
      <ShellProviders shell={shell}>
        <MessagesOf homes={['feedback-board']}>
          <Link
            href="/feedback"
            prefetch={false}
            className="mb-4 inline-flex min-h-control items-center gap-2 text-muted hover:text-text"
          >
            <Icon of={ArrowLeft} className="rtl:-scale-x-100" />
            {t('all')}
          </Link>
          <div className="flex gap-4">
            <Vote wishId={wishId} title={title} votes={votes} isWanted={isWanted} isLoggedIn={isLoggedIn} />
            <div className="min-w-0 flex-1">
              <h1 className="page-title text-balance">
                <bdi className="wrap-anywhere">{title}</bdi>
              </h1>
              <p className="mt-1 text-muted">
                {[
                  t(`kinds.${kind}`),
                  author === null ? t('somebody') : `\u2068${author}\u2069`,
                  utcDate(createdAt, locale),
                ].join(' · ')}
              </p>
            </div>
          </div>
          {text !== '' && <Prose html={words.text} className="mt-6 wrap-anywhere [&_p]:whitespace-pre-line" />}
          {state !== 'open' && (
            <section aria-label={t('decision')} className="mt-6 rounded-panel border border-line bg-surface p-4">
              <p className="flex flex-wrap items-center gap-2">
                <StateBadge state={state} />
                {decidedAt && <span className="text-muted text-small">{utcDate(decidedAt, locale)}</span>}
              </p>
              {why !== null && <Prose html={words.why} className="mt-2 wrap-anywhere [&_p]:whitespace-pre-line" />}
            </section>
          )}
          {isLoggedIn && <StaffTools wish={wish} />}
          {isOwn && <RemoveOwn wishId={wishId} title={title} />}
          <Comments wishId={wishId} said={words.said} isLoggedIn={isLoggedIn} />
        </MessagesOf>
      </ShellProviders>
    </article>
  );
}
