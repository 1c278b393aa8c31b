'use client';

import { useMutation } from '@tanstack/react-query';
import { ChevronUp } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { loginPath } from '../../lib/paths/paths.ts';
import { fullCount } from '../../lib/words/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { voteWish } from './api.ts';

/** Each person has one vote. Logged-out people go to the login and return to this page. */
export function Vote({
  wishId,
  title,
  votes,
  isWanted,
  isLoggedIn,
}: {
  wishId: string;
  title: string;
  votes: number;
  isWanted: boolean;
  isLoggedIn: boolean;
}) {
  const t = useTranslations('feedback-board');
  const locale = useLocale();
  const [own, setOwn] = useState(isWanted);
  const vote = useMutation(voteWish(wishId));
  const count = vote.data?.votes ?? votes + Number(own) - Number(isWanted);
  const press = () => {
    if (!isLoggedIn) return window.location.assign(loginPath(`/feedback/${wishId}`));
    setOwn(!own);
    vote.reset();
    vote.mutate(!own, { onError: () => setOwn(own) });
  };
  return (
    <button
      type="button"
      aria-pressed={own}
      onClick={press}
      className="flex min-h-11 w-14 shrink-0 flex-col items-center justify-center self-start rounded-control border border-line py-1.5 text-muted hover:bg-raised hover:text-text aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-on-ink"
    >
      <Icon of={ChevronUp} size={18} />
      <span aria-hidden className="figures font-semibold text-lead leading-5">
        {fullCount(count, locale)}
      </span>
      <span className="sr-only">{t('vote', { title, count })}</span>
    </button>
  );
}
