'use client';

import type { PublicMediaItem, PublicMediaRoom } from '@tally/contract/media-sharing/views';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ConfirmDeed } from '../../../shell/confirm-deed.tsx';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { cancelMedia } from '../api.ts';
import { useTitle, VideoLine } from '../video-line.tsx';

const tones: Partial<Record<PublicMediaItem['state'], Tone>> = {
  pending: 'info',
  queued: 'ok',
  playing: 'ok',
  failed: 'danger',
  refused: 'warn',
};

const wentWrong = new Set<PublicMediaItem['state']>(['refused', 'failed']);

/** Lists the caller's requests, newest first. The newest failed one shows its reason; the others are folded. */
export function OwnRequests({ room: { name, own } }: { room: PublicMediaRoom }) {
  const t = useTranslations('media-sharing');
  if (own.length === 0) return null;
  const [newest] = own;
  const folded = own.filter((item) => item !== newest && wentWrong.has(item.state));
  const shown = own.filter((item) => !folded.includes(item));
  return (
    <section aria-label={t('public.own')}>
      <h2 className="mb-2 font-semibold text-lead">{t('public.own')}</h2>
      <List name={name} items={shown} />
      {folded.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-control cursor-pointer content-center text-muted">
            {t('public.folded', { count: folded.length })}
          </summary>
          <List name={name} items={folded} />
        </details>
      )}
    </section>
  );
}

function List({ name, items }: { name: string; items: readonly PublicMediaItem[] }) {
  return (
    <ul className="rounded-panel border border-line bg-surface">
      {items.map((item) => (
        <li
          key={item.itemId}
          className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-3 last:border-b-0"
        >
          <div className="flex min-w-0 flex-1 basis-72">
            <VideoLine
              item={item}
              badges={<StateBadge item={item} />}
              under={
                item.explanation !== null && (
                  <p className="text-small wrap-anywhere">
                    <bdi>{item.explanation}</bdi>
                  </p>
                )
              }
            />
          </div>
          {(item.state === 'pending' || item.state === 'queued') && <Cancel name={name} item={item} />}
        </li>
      ))}
    </ul>
  );
}

function StateBadge({ item }: { item: PublicMediaItem }) {
  const t = useTranslations('media-sharing');
  const place = item.place === 1 ? t('public.next') : item.place && t('public.place', { place: item.place });
  const words = {
    pending: t('public.waits'),
    queued: place || t('history.states.queued'),
  } as const satisfies Partial<Record<PublicMediaItem['state'], string>>;
  const { state } = item;
  return (
    <Badge tone={tones[state] ?? 'neutral'}>
      {state === 'pending' || state === 'queued' ? words[state] : t(`history.states.${state}`)}
    </Badge>
  );
}

function Cancel({ name, item }: { name: string; item: PublicMediaItem }) {
  const t = useTranslations('media-sharing.public');
  const titleOf = useTitle();
  const cancel = useMutation(cancelMedia(useQueryClient(), name));
  const title = titleOf(item);
  const label = (
    <>
      <Icon of={Undo2} className="rtl:-scale-x-100" />
      {t('cancelShort')}
    </>
  );
  return (
    <ConfirmDeed
      title={t('cancelTitle', { title })}
      text={t('cancelText')}
      act={cancel}
      input={item.itemId}
      label={label}
      trigger={
        <Button size="compact" aria-label={t('cancel', { title })} className="ms-auto">
          {label}
        </Button>
      }
    />
  );
}
