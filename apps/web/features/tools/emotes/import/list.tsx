'use client';

import type { EmoteImport } from '@tally/contract/emotes/imports';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { clockTime, dateTime } from '../../../../lib/words/format.ts';
import { platformNames } from '../../../../lib/words/platform-names.ts';
import { Fetching } from '../../../../shell/fetching.tsx';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { importsQuery, isOpen } from './api.ts';
import { Deeds } from './deeds.tsx';
import { Details } from './details.tsx';

const tones: Readonly<Record<EmoteImport['state'], Tone>> = {
  running: 'info',
  waiting: 'warn',
  stopped: 'danger',
  done: 'ok',
  cancelled: 'neutral',
  undoing: 'info',
  undone: 'neutral',
};

/** Lists the latest imports with their progress, which the server stores and a reload keeps. */
export function ImportList({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('emotes.import');
  const { data, error, refetch } = useQuery(importsQuery(serverId));
  return (
    <section aria-label={t('latest')}>
      <h2 className="mb-2 font-semibold text-lead">{t('latest')}</h2>
      {!data && <Fetching error={error} refetch={refetch} className="h-[92px]" />}
      {data?.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
      {data && data.length > 0 && (
        <ul aria-label={t('latest')} className="rounded-panel border border-line bg-surface">
          {data.map((each) => (
            <Row key={each.id} serverId={serverId} of={each} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ serverId, of }: { serverId: ServerId; of: EmoteImport }) {
  const t = useTranslations('emotes.import');
  const locale = useLocale();
  const [isUnfolded, unfold] = useState(false);
  const details = useId();
  const { state, done, failed, waiting, resumesAt } = of;
  const name = `${of.streamerUserName} (${platformNames[of.platform]})`;
  return (
    <li aria-label={name} className="grid gap-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="me-auto flex min-w-0 flex-wrap items-center gap-x-2">
          <bdi className="font-semibold">{name}</bdi>
          <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
          <span className="text-muted text-small">{dateTime(of.createdAt, locale)}</span>
        </span>
        <Deeds serverId={serverId} of={of} name={name} />
      </div>
      {isOpen(of) && (
        <progress
          aria-label={t('progress', { name })}
          max={done + failed + waiting}
          value={done + failed}
          className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
        />
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <output className="me-auto text-small">
          {t('counts', { done, failed, waiting })}
          {resumesAt && <span className="block text-warn">{t('goesOn', { time: clockTime(resumesAt, locale) })}</span>}
          {state === 'stopped' && <span className="block text-red">{t('stopped')}</span>}
        </output>
        <Button
          variant="ghost"
          size="compact"
          aria-expanded={isUnfolded}
          aria-controls={details}
          onClick={() => unfold(!isUnfolded)}
        >
          <Icon of={ChevronDown} className={cx(isUnfolded && 'rotate-180')} />
          {t('emotes')}
        </Button>
      </div>
      <div id={details}>{isUnfolded && <Details serverId={serverId} importId={of.id} />}</div>
    </li>
  );
}
