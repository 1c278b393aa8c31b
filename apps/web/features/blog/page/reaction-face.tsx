import type { BlogReaction } from '@tally/contract/feedback-board/public-words';
import { Frown, Heart, Laugh, type LucideIcon, PartyPopper, Sparkles, ThumbsUp } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { fullCount } from '../../../lib/words/format.ts';
import { Icon } from '../../../ui/icon.tsx';

const icons: Record<BlogReaction, LucideIcon> = {
  like: ThumbsUp,
  love: Heart,
  laugh: Laugh,
  wow: Sparkles,
  sad: Frown,
  party: PartyPopper,
};

export const pillClass =
  'inline-flex min-h-control items-center gap-2 rounded-full border border-line px-3 text-muted hover:bg-raised hover:text-text disabled:opacity-50 aria-pressed:border-control aria-pressed:bg-raised aria-pressed:text-text';

/** One reaction and its count. Rendered on the server for readers without a login. */
export function ReactionFace({ reaction, total }: { reaction: BlogReaction; total: number }) {
  const t = useTranslations('blog');
  const locale = useLocale();
  return (
    <>
      <Icon of={icons[reaction]} size={18} />
      <span aria-hidden className="figures text-small">
        {fullCount(total, locale)}
      </span>
      <span className="sr-only">{t('react', { reaction: t(`kinds.${reaction}`), count: total })}</span>
    </>
  );
}
