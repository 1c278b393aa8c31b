'use client';

import { useTranslations } from 'next-intl';
import { isGreeting, isOfGiveaways, type ServerMessageType } from './groups.ts';

/** Returns the name of a message kind within its group. */
export function useTypeName(): (type: ServerMessageType) => string {
  const types = useTranslations('notifications.editor.types');
  const t = useTranslations('message-editor.server');
  return (type) => {
    if (isGreeting(type)) return t(`greetings.${type}`);
    return isOfGiveaways(type) ? t(`giveaways.types.${type}`) : types(type);
  };
}
