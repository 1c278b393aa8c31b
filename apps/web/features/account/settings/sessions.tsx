'use client';

import { MOST_SESSIONS, type SessionInfo } from '@tally/contract/session/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { relativeTime } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { toast } from '../../../shell/toast.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { endOtherSessions, endSession, sessionsQuery } from '../api.ts';
import { deviceOf } from '../device.ts';

export function Sessions() {
  const t = useTranslations('account');
  const client = useQueryClient();
  const sessions = useQuery(sessionsQuery());
  const endOthers = useMutation(endOtherSessions(client));
  const others = sessions.data?.filter((session) => !session.isCurrent).length ?? 0;
  const endThem = () =>
    endOthers.mutate(undefined, {
      onSuccess: (count) => void toast('success', { title: t('othersEnded', { count }) }),
    });
  return (
    <Card>
      <CardHeader
        title={t('sessions')}
        description={t('sessionsText', { most: MOST_SESSIONS })}
        actions={
          others > 0 && (
            <Button variant="danger" onClick={endThem} isPending={endOthers.isPending}>
              <Icon of={LogOut} className="rtl:-scale-x-100" />
              {t('endOthers', { count: others })}
            </Button>
          )
        }
      />
      {!sessions.data && (
        <CardBody>
          <Fetching {...sessions} className="h-16" />
        </CardBody>
      )}
      <ul className="mt-3 border-t border-line">
        {sessions.data?.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}

function Session({ session }: { session: SessionInfo }) {
  const t = useTranslations('account');
  const locale = useLocale();
  const client = useQueryClient();
  const end = useMutation(endSession(client));
  const [now] = useState(() => new Date());
  const device = deviceOf(session.userAgent) ?? t('unknownDevice');
  return (
    <li className="flex min-h-[64px] items-center gap-3.5 border-b border-line px-5 py-2.5 last:border-b-0">
      <Icon of={MonitorSmartphone} size={18} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{device}</bdi>
          {session.isCurrent && <Badge tone="ok">{t('thisOne')}</Badge>}
        </div>
        <div className="text-muted text-small">
          <bdi className="figures">{session.ipPrefix}</bdi>
          {' · '}
          {t('lastSeen', { time: relativeTime(session.lastSeenAt, now, locale) })}
        </div>
      </div>
      {!session.isCurrent && (
        <Button
          size="compact"
          onClick={() => end.mutate(session.id)}
          isPending={end.isPending}
          aria-label={t('endOne', { device })}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}
