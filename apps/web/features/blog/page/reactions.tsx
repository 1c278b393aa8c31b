'use client';

import { type BlogReaction, blogReactions } from '@tally/contract/feedback-board/public-words';
import { useMutation } from '@tanstack/react-query';
import { Frown, Heart, Laugh, type LucideIcon, PartyPopper, Sparkles, ThumbsUp } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { loginPath } from '../../../lib/paths/paths.ts';
import { fullCount } from '../../../lib/words/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { reactToBlog } from '../api.ts';

const icons: Record<BlogReaction, LucideIcon> = {
  like: ThumbsUp,
  love: Heart,
  laugh: Laugh,
  wow: Sparkles,
  sad: Frown,
  party: PartyPopper,
};

/** One each. Somebody without a login is led there and comes back. */
export function Reactions({
  id,
  counts,
  own,
  isLoggedIn,
  isDisabled,
}: {
  id: string;
  counts: Readonly<Record<BlogReaction, number>>;
  own: BlogReaction | null;
  isLoggedIn: boolean;
  isDisabled: boolean;
}) {
  const t = useTranslations('blog');
  const locale = useLocale();
  const [chosen, setChosen] = useState(own);
  const react = useMutation(reactToBlog(id));
  const press = (reaction: BlogReaction) => {
    if (!isLoggedIn) return window.location.assign(loginPath(`/blog/${id}#reactions`));
    const next = chosen === reaction ? null : reaction;
    setChosen(next);
    react.mutate(next, { onError: () => setChosen(chosen) });
  };
  return (
    <section id="reactions" aria-label={t('reactions')} className="mt-10 flex scroll-mt-24 flex-wrap gap-2">
      {blogReactions.map((reaction) => {
        const total = counts[reaction] + Number(chosen === reaction) - Number(own === reaction);
        return (
          <button
            key={reaction}
            type="button"
            aria-pressed={chosen === reaction}
            title={t(`kinds.${reaction}`)}
            disabled={isDisabled}
            onClick={() => press(reaction)}
            className="inline-flex min-h-control items-center gap-2 rounded-full border border-line px-3 text-muted hover:bg-raised hover:text-text disabled:opacity-50 aria-pressed:border-control aria-pressed:bg-raised aria-pressed:text-text"
          >
            <Icon of={icons[reaction]} size={18} />
            <span aria-hidden className="figures text-small">
              {fullCount(total, locale)}
            </span>
            <span className="sr-only">{t('react', { reaction: t(`kinds.${reaction}`), count: total })}</span>
          </button>
        );
      })}
    </section>
  );
}
