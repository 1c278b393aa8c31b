'use client';

import type { EmotePlatform } from '@tally/contract/emotes/calls';
import { type EmoteSize, mostDownloaded } from '@tally/contract/emotes/sizes';
import { Download } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import type { Shown, Wish } from './api.ts';
import { SavingText } from './saving-text.tsx';
import { offerSizes, sizeFor } from './sizes.ts';
import { useZips } from './use-zips.ts';
import { zipNames } from './zip-names.ts';

export function Chosen({
  platform,
  channel,
  emotes,
  onClear,
}: {
  platform: EmotePlatform;
  channel: string;
  emotes: readonly Shown[];
  onClear: () => void;
}) {
  const t = useTranslations('emotes');
  const format = useFormatter();
  const [wishedSize, setSize] = useState<EmoteSize>('large');
  const sizes = offerSizes(emotes);
  const size = sizeFor(wishedSize, sizes);
  const without = sizes.find((each) => each.size === size)?.without ?? [];
  const named = (sources: readonly Shown['source'][]) => format.list(sources.map((source) => t(`source.${source}`)));
  const [kind, setKind] = useState<Wish['format']>('original');
  const { state, save, stop, reset } = useZips({ platform, channel });

  const isBusy = state.kind === 'busy';
  // Hidden while there is nothing to show, because the bar would cover emotes.
  if (emotes.length === 0 && state.kind === 'idle') return null;
  return (
    <div className="sticky bottom-3 z-10 flex flex-wrap items-center gap-3 rounded-panel border border-line bg-surface p-3 shadow-lg">
      <output className="me-auto font-semibold">
        {state.kind === 'idle' ? t('chosen', { count: emotes.length }) : <SavingText state={state} />}
        {emotes.length > 0 && without.length > 0 && (
          <span className="block font-normal text-muted text-small">{t('oneSize', { sources: named(without) })}</span>
        )}
        {emotes.length > mostDownloaded && (
          <span className="block font-normal text-muted text-small">
            {t('several', { zips: zipNames(channel, emotes.length).length, most: mostDownloaded })}
          </span>
        )}
      </output>
      <div className="w-28">
        <Select
          label={t('size')}
          value={size}
          onChange={setSize}
          choices={sizes.map((each) => ({
            value: each.size,
            label: t(`sizes.${each.size}`),
            ...(!each.isThere && { disabled: true, hint: t('noSuchSize', { sources: named(each.without) }) }),
          }))}
        />
      </div>
      <div className="w-40">
        <Select
          label={t('format')}
          value={kind}
          onChange={setKind}
          choices={(['original', 'gif'] as const).map((value) => ({ value, label: t(`formats.${value}`) }))}
        />
      </div>
      {isBusy ? (
        <Button onClick={stop}>{t('cancel')}</Button>
      ) : (
        <>
          <Button
            variant="ghost"
            disabled={emotes.length === 0}
            onClick={() => {
              reset();
              onClear();
            }}
          >
            {t('clear')}
          </Button>
          <Button
            icon={Download}
            variant="primary"
            disabled={emotes.length === 0}
            onClick={() => void save(emotes, { size, format: kind })}
          >
            {t('save')}
          </Button>
        </>
      )}
    </div>
  );
}
