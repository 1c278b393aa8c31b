'use client';

import type { StreamerMessageType } from '@tally/contract/message-types';
import { useTranslations } from 'next-intl';
import type { MessageKey, SettingKey } from './draft-of.ts';

/** What a changed part of a streamer is called on the page. */
export function useFieldName(): (key: string) => string {
  const t = useTranslations('notifications.editor');
  return (key) => {
    if (isMessage(key)) return t('changedMessage', { type: t(`types.${typeOf(key)}`) });
    return t(`fields.${key as SettingKey}`);
  };
}

const isMessage = (key: string): key is MessageKey => key.startsWith('message.');
const typeOf = (key: MessageKey) => key.slice('message.'.length) as StreamerMessageType;
