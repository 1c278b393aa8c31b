'use client';

import type { EmoteSize } from '@tally/contract/emote-sizes';
import type { EmotePlatform } from '@tally/contract/emotes';
import { Download } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import { fetchZip, type Shown, type Wish } from './api.ts';
import { offerSizes, sizeFor } from './sizes.ts';

/** In one zip, as the API has it. */
const MOST = 500;

type State = { readonly kind: 'idle' | 'saved' | 'failed' } | { readonly kind: 'busy'; readonly bytes: number };

/** What is done with the emotes that are chosen. */
export function Chosen({
  platform,
  emotes,
  onClear,
}: {
  platform: EmotePlatform;
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
  const [state, setState] = useState<State>({ kind: 'idle' });
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  const save = async () => {
    const controller = new AbortController();
    leaving.current = controller;
    setState({ kind: 'busy', bytes: 0 });
    const wish = {
      platform,
      size,
      format: kind,
      emotes: emotes.map(({ name, url }) => ({ name: name.slice(0, 100), url })),
    };
    try {
      const onBytes = (bytes: number) => setState({ kind: 'busy', bytes });
      const zip = await fetchZip(wish, { signal: controller.signal, onBytes });
      if (zip) saveFile(zip, `${platform}-emotes.zip`);
      setState({ kind: zip ? 'saved' : 'failed' });
    } catch {
      setState({ kind: controller.signal.aborted ? 'idle' : 'failed' });
    }
  };

  const isBusy = state.kind === 'busy';
  // It would cover what there is to choose.
  if (emotes.length === 0 && state.kind === 'idle') return null;
  return (
    <div className="sticky bottom-3 z-10 flex flex-wrap items-center gap-3 rounded-panel border border-line bg-surface p-3 shadow-lg">
      <output className="me-auto font-semibold">
        {state.kind === 'busy' && t('saving', { kilobytes: Math.ceil(state.bytes / 1000) })}
        {state.kind === 'failed' && t('failed')}
        {state.kind === 'saved' && t('saved')}
        {state.kind === 'idle' && t('chosen', { count: emotes.length })}
        {emotes.length > 0 && without.length > 0 && (
          <span className="block font-normal text-muted text-small">{t('oneSize', { sources: named(without) })}</span>
        )}
        {emotes.length > MOST && <span className="block text-red text-small">{t('tooMany', { most: MOST })}</span>}
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
        <Button onClick={() => leaving.current?.abort()}>{t('cancel')}</Button>
      ) : (
        <>
          <Button
            variant="ghost"
            disabled={emotes.length === 0}
            onClick={() => {
              setState({ kind: 'idle' });
              onClear();
            }}
          >
            {t('clear')}
          </Button>
          <Button variant="primary" disabled={emotes.length === 0 || emotes.length > MOST} onClick={() => void save()}>
            <Icon of={Download} />
            {t('save')}
          </Button>
        </>
      )}
    </div>
  );
}
