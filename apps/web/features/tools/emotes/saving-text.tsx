'use client';

import { useTranslations } from 'next-intl';
import type { Saving } from './use-zips.ts';

/** Shows the progress or the result of a download. */
export function SavingText({ state }: { state: Saving }) {
  const t = useTranslations('emotes');
  if (state.kind === 'busy') {
    const kilobytes = Math.ceil(state.bytes / 1000);
    return state.zips === 1
      ? t('saving', { kilobytes })
      : t('savingSeveral', { kilobytes, zip: state.zip, zips: state.zips });
  }
  if (state.kind === 'failed') return t('failed');
  return state.kind === 'saved' ? t('saved') : null;
}
