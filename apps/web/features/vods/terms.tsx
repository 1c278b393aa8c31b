'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { Recordings } from '@tally/contract/vods/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { duration } from '../../lib/words/format.ts';
import { isUnlimited } from '../../lib/words/limits.ts';
import { updateServer } from '../../shell/server/api.ts';
import { Card, CardBody } from '../../ui/card.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { LateSelect } from '../../ui/fields/late-select.tsx';
import { recordingsQuery } from './api.ts';
import { Space } from './space.tsx';

const HOUR_MS = 3_600_000;

/** Shows the plan's limits, how much of them is used, and how long new recordings are kept. */
export function Terms({ server, of }: { server: GuildInfo; of: Recordings }) {
  const t = useTranslations('vods');
  const locale = useLocale();
  const client = useQueryClient();
  const save = useMutation(updateServer(client, server.guildId));
  const longest = of.choices.at(-1);
  const choose = (word: string) =>
    save.mutate(
      { vodDownloadStoreForHours: Number(word), version: server.version },
      { onSuccess: () => void client.invalidateQueries({ queryKey: recordingsQuery(server.guildId).queryKey }) },
    );
  return (
    <Card>
      <CardBody className="grid gap-4 md:grid-cols-2">
        <div className="grid content-start gap-3">
          <Space used={of.usedBytes} most={of.mostBytes} />
          <p className="text-muted">
            {isUnlimited(of.mostStreamers)
              ? t('streamersUnlimited', { count: of.savingStreamers })
              : t('streamers', { count: of.savingStreamers, most: of.mostStreamers })}
          </p>
          <p className="text-muted">
            {t.rich('how', {
              settings: linkTo(`/dashboard/server/${server.guildId}/notifications/kick`),
            })}
          </p>
        </div>
        {longest !== undefined && (
          <Field label={t('keepNew')} hint={t('keepNewHint')}>
            <LateSelect
              label={t('keepNew')}
              choices={of.choices.map((hours) => ({
                value: String(hours),
                label: duration(hours * HOUR_MS, locale, 'long'),
              }))}
              value={String(Math.min(of.keepHours ?? longest, longest))}
              onChange={choose}
              disabled={save.isPending}
            />
          </Field>
        )}
      </CardBody>
    </Card>
  );
}

const linkTo = (href: string) => (words: ReactNode) => (
  <Link className="underline hover:text-text" href={href}>
    {words}
  </Link>
);
