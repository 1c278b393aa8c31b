'use client';

import { type BlogReaction, blogReactions } from '@tally/contract/feedback-board/public-words';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { reactToBlog } from '../api.ts';
import { pillClass, ReactionFace } from './reaction-face.tsx';

/** Each reader can choose one reaction. */
export function Reactions({
  id,
  counts,
  own,
  isDisabled,
}: {
  id: string;
  counts: Readonly<Record<BlogReaction, number>>;
  own: BlogReaction | null;
  isDisabled: boolean;
}) {
  const t = useTranslations('blog');
  const [chosen, setChosen] = useState(own);
  const react = useMutation(reactToBlog(id));
  const press = (reaction: BlogReaction) => {
    const next = chosen === reaction ? null : reaction;
    setChosen(next);
    react.mutate(next, { onError: () => setChosen(chosen) });
  };
  return (
    <>
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
            className={pillClass}
          >
            <ReactionFace reaction={reaction} total={total} />
          </button>
        );
      })}
    </>
  );
}
