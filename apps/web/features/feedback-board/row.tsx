import type { Wish, WishKind } from '@tally/contract/feedback-board/calls';
import { Bug, Lightbulb, type LucideIcon } from 'lucide-react';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { utcDate } from '../../lib/words/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { StateBadge } from './state-badge.tsx';
import { Vote } from './vote.tsx';

const kindIcons: Record<WishKind, LucideIcon> = { idea: Lightbulb, fault: Bug };

export function WishRow({
  wish,
  isLoggedIn,
  isInColumn = false,
}: {
  wish: Wish;
  isLoggedIn: boolean;
  /** True if the column's heading already shows the state. */
  isInColumn?: boolean;
}) {
  const t = useTranslations('feedback-board');
  const locale = useLocale();
  const { wishId, title, text, votes, isWanted, state, kind, comments, author, createdAt } = wish;
  return (
    <li className="flex gap-4 border-line border-b px-4 py-4 last:border-b-0 hover:bg-raised/40">
      <Vote wishId={wishId} title={title} votes={votes} isWanted={isWanted} isLoggedIn={isLoggedIn} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link href={`/feedback/${wishId}`} prefetch={false} className="font-semibold hover:underline">
            <bdi className="wrap-anywhere">{title}</bdi>
          </Link>
          {!isInColumn && <StateBadge state={state} />}
        </p>
        {text !== '' && (
          <p dir="auto" className="mt-1 line-clamp-2 text-muted wrap-anywhere">
            {text}
          </p>
        )}
        <p className="mt-1.5 flex gap-1.5 text-faint text-small">
          <Icon of={kindIcons[kind]} size={14} className="mt-0.5 shrink-0" />
          {[
            t(`kinds.${kind}`),
            author === null ? t('somebody') : `\u2068${author}\u2069`,
            utcDate(createdAt, locale),
            ...(comments > 0 ? [t('comments', { count: comments })] : []),
          ].join(' · ')}
        </p>
      </div>
    </li>
  );
}
