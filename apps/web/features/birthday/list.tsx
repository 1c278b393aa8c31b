'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { westernDigits } from '../../lib/words/format.ts';
import { Fetching } from '../../shell/fetching.tsx';
import { meQuery } from '../../shell/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { MOST_UPCOMING, UPCOMING_SHOWN, upcomingQuery } from './api.ts';
import { Correct } from './correct.tsx';

/** The next birthdays, in each person's time zone. */
export function Upcoming({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('birthday');
  const [limit, setLimit] = useState(UPCOMING_SHOWN);
  const upcoming = useQuery(upcomingQuery(serverId, limit));
  const isStaff = useQuery(meQuery()).data?.isStaff === true;
  const day = new Intl.DateTimeFormat(westernDigits(useLocale()), { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (
    <Card>
      <CardHeader title={t('upcoming')} description={t('upcomingText', { count: limit })} />
      {!upcoming.data && (
        <CardBody>
          <Fetching {...upcoming} className="h-9" rows={3} />
        </CardBody>
      )}
      {isStaff && Boolean(upcoming.data?.length) && (
        <p className="px-5 pt-2 text-muted text-small">{t('staff.note')}</p>
      )}
      {upcoming.data?.length === 0 && <CardBody className="text-muted">{t('noneUpcoming')}</CardBody>}
      {upcoming.data && upcoming.data.length > 0 && (
        <ul className="mt-3 border-t border-line">
          {upcoming.data.map(({ userId, username, date, timeZone, birthday }) => (
            <li
              key={userId}
              className="flex min-h-[52px] items-center justify-between gap-3 border-b border-line px-5 py-2 last:border-b-0"
            >
              <span className="min-w-0">
                <bdi className="block truncate font-medium">{username ?? userId}</bdi>
                <bdi className="block truncate text-muted text-small">{timeZone}</bdi>
              </span>
              <time dateTime={date} className="ms-auto shrink-0">
                {day.format(new Date(`${date}T00:00:00Z`))}
              </time>
              {isStaff && <Correct serverId={serverId} person={{ userId, username, date, timeZone, birthday }} />}
            </li>
          ))}
        </ul>
      )}
      {upcoming.data?.length === limit && limit < MOST_UPCOMING && (
        <CardBody>
          <Button onClick={() => setLimit(MOST_UPCOMING)} isPending={upcoming.isFetching}>
            {t('more')}
          </Button>
        </CardBody>
      )}
    </Card>
  );
}
