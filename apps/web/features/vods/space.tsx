'use client';

import { useTranslations } from 'next-intl';
import { fileSize } from '../../lib/words/format.ts';

export function Space({ used, most }: { used: number; most: number }) {
  const t = useTranslations('vods');
  return (
    <div className="grid gap-1">
      <span>{t('space', { used: fileSize(used), most: fileSize(most) })}</span>
      <progress
        aria-label={t('spaceLabel')}
        max={most}
        value={Math.min(used, most)}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
      />
    </div>
  );
}
