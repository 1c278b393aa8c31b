'use client';

import { useTranslations } from 'next-intl';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { platformName } from '../../lib/words/platform-names.ts';
import type { FieldWords } from '../../shell/server/values/use-rows.ts';

export function useCreatorFields(): FieldWords {
  const t = useTranslations('creators');
  const nameOf = namesFrom(t);
  return (field) => {
    switch (field) {
      case 'channels':
        return { name: t('members.title'), asParts: names };
      case 'isOrdered':
        return { name: t('order.switch') };
      case 'order':
      case 'platformOrder':
        return { name: t('order.label'), choiceOf: platformName };
      default:
        return { name: nameOf(field) ?? field };
    }
  };
}

/** Joins the channels of one person into one line. */
const names = (channels: unknown): unknown =>
  Array.isArray(channels)
    ? (channels as { readonly platform: string; readonly streamerUserName: string }[]).map(
        ({ platform, streamerUserName }) => `${streamerUserName} (${platformName(platform) ?? platform})`,
      )
    : channels;
