'use client';

import { useMutation } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { rateFaq } from './api.ts';

/** Each person has one vote and can change it. */
export function Helpful({ id }: { id: string }) {
  const t = useTranslations('faq');
  const [given, setGiven] = useState<boolean | null>(null);
  const rate = useMutation(rateFaq(id));
  const press = (isHelpful: boolean) => {
    const next = given === isHelpful ? null : isHelpful;
    setGiven(next);
    rate.mutate(next, { onError: () => setGiven(given) });
  };
  return (
    <p className="mt-4 flex flex-wrap items-center gap-1 text-muted text-small">
      <span className="me-1">{given === null ? t('helpful') : t('thanks')}</span>
      <IconButton label={t('yes')} aria-pressed={given === true} onClick={() => press(true)}>
        <Icon of={ThumbsUp} className={given === true ? 'text-ok' : undefined} />
      </IconButton>
      <IconButton label={t('no')} aria-pressed={given === false} onClick={() => press(false)}>
        <Icon of={ThumbsDown} className={given === false ? 'text-warn' : undefined} />
      </IconButton>
    </p>
  );
}
