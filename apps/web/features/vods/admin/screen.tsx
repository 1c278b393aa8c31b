'use client';

import type { StoredRecording } from '@tally/contract/vods/calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dateTime, fileSize, fullCount } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Confirm } from '../../../ui/layers/confirm.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { countsQuery, removeVod, storedQuery } from '../api.ts';
import { tones } from '../row.tsx';
import { Space } from '../space.tsx';

/** Lists the recordings of all servers, and lets staff take one down. */
export function VodsAdminScreen() {
  const t = useTranslations('vods.admin');
  const locale = useLocale();
  const { data, error, refetch } = useQuery(storedQuery());
  const counts = useQuery(countsQuery()).data;
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      {!data && <Fetching error={error} refetch={refetch} className="h-64" />}
      {data && (
        <div className="grid gap-6">
          <Card>
            <CardBody className="grid gap-2">
              <Space used={data.usedBytes} most={data.mostBytes} />
              {counts && (
                <p className="text-muted">
                  {t('counts', {
                    registered: fullCount(counts.registeredFiles, locale),
                    stored: fullCount(counts.totalVodsInR2, locale),
                  })}
                </p>
              )}
            </CardBody>
          </Card>
          {data.recordings.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
          {data.recordings.length > 0 && (
            <ul aria-label={t('title')} className="rounded-panel border border-line bg-surface">
              {data.recordings.map((each) => (
                <Row key={each.id} of={each} />
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}

function Row({ of }: { of: StoredRecording }) {
  const t = useTranslations('vods.admin');
  const states = useTranslations('vods.states');
  const locale = useLocale();
  const name = of.title ?? of.streamerUserName;
  const facts = [
    of.streamerUserName,
    dateTime(of.startedAt, locale),
    ...(of.bytes === null ? [] : [fileSize(of.bytes)]),
  ];
  return (
    <li
      aria-label={name}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 last:border-b-0"
    >
      <span className="me-auto grid min-w-0 gap-1">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <PlatformNotch platform={of.platform} />
          <bdi className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</bdi>
          <Badge tone={tones[of.state]}>{states(of.state)}</Badge>
        </span>
        <span className="flex flex-wrap gap-x-3 text-muted text-small">
          {facts.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
          <span>{t('servers', { count: of.servers.length })}</span>
        </span>
      </span>
      {['kept', 'saving', 'waiting'].includes(of.state) && <TakeDown id={of.id} name={name} />}
    </li>
  );
}

function TakeDown({ id, name }: { id: string; name: string }) {
  const t = useTranslations('vods.admin');
  const remove = useMutation(removeVod(useQueryClient(), id));
  const [isAsking, setAsking] = useState(false);
  return (
    <Confirm
      open={isAsking}
      onOpenChange={setAsking}
      title={t('removeTitle', { name })}
      description={t('removeText')}
      trigger={
        <Button icon={Trash2} size="compact">
          {t('remove')}
        </Button>
      }
      verb={t('remove')}
      icon={<Icon of={Trash2} />}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
    />
  );
}
