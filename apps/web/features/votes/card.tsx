'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ThumbsUp } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useLinks } from '../../lib/browser/use-links.ts';
import { dateTime } from '../../lib/words/format.ts';
import { Fetching } from '../../shell/fetching.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import { Icon } from '../../ui/icon.tsx';
import { remindOfVotes, votesQuery } from './api.ts';

/** Shows whether the caller's vote counts, with a switch for a reminder when it expires. */
export function VotesCard() {
  const t = useTranslations('votes');
  const locale = useLocale();
  const { vote } = useLinks();
  const state = useQuery(votesQuery());
  const remind = useMutation(remindOfVotes(useQueryClient()));
  const { data } = state;
  if (data && !data.isOn) return null;
  const line = () => {
    if (data?.validUntil) return t('valid', { date: dateTime(data.validUntil, locale) });
    return t(data && data.total > 0 ? 'again' : 'never');
  };
  return (
    <Card className="mt-4">
      <CardHeader
        title={t('title')}
        description={t('text')}
        actions={
          vote !== null && (
            <a href={vote} className={buttonClass('quiet')}>
              <Icon of={ThumbsUp} />
              {t('vote')}
            </a>
          )
        }
      />
      <CardBody className="flex flex-col gap-3">
        {!data && <Fetching {...state} className="h-16" />}
        {data && (
          <>
            <p>
              {line()} <span className="text-muted">{t('total', { count: data.total })}</span>
            </p>
            <SwitchRow label={t('remind')} checked={data.wantsReminder} onChange={(next) => remind.mutate(next)} />
          </>
        )}
      </CardBody>
    </Card>
  );
}
