'use client';

import type { UserId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Volume2, VolumeX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState } from 'react';
import { Icon } from '../../../../ui/icon.tsx';
import { setVolume } from '../../api.ts';

/** Applies changes immediately. While a call is pending, only the newest value is kept for the next call. */
export function Volume({ userId, volume }: { userId: UserId; volume: number }) {
  const t = useTranslations('media-sharing.controls');
  const id = useId();
  const set = useMutation(setVolume(useQueryClient(), userId));
  const [wish, setWish] = useState<number | null>(null);
  const next = useRef<number | null>(null);
  const isSending = useRef(false);

  async function send(value: number): Promise<void> {
    next.current = value;
    if (isSending.current) return;
    isSending.current = true;
    try {
      while (next.current !== null) {
        const wanted = next.current;
        next.current = null;
        await set.mutateAsync(wanted);
      }
    } catch {
      // The mutation reports the failure, and the slider returns to the server's value.
      next.current = null;
    } finally {
      isSending.current = false;
      setWish(null);
    }
  }

  const shown = wish ?? volume;
  return (
    <div>
      <label htmlFor={id} className="flex items-center gap-2 font-medium">
        <Icon of={shown === 0 ? VolumeX : Volume2} className="text-muted" />
        {t('volume')}
        <span className="figures ms-auto text-muted">{shown}</span>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={shown}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setWish(target.valueAsNumber);
          void send(target.valueAsNumber);
        }}
        className="h-control w-full accent-ink"
      />
      <p id={`${id}-hint`} className="text-muted text-small">
        {t('volumeHint')}
      </p>
    </div>
  );
}
