'use client';

import type { StickyMessage } from '@tally/contract/message-editor/bodies';
import { useTranslations } from 'next-intl';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { wordIn } from '../../lib/words/word-in.ts';
import type { FieldWords } from '../../shell/server/values/use-rows.ts';
import { usePartWords } from '../message-editor/part-words.ts';
import { limits } from './draft-of.ts';

/** The labels of the settings. The message is one field in the draft but several in the API. */
export function useStickyFields(): FieldWords {
  const t = useTranslations('sticky-message');
  const nameOf = namesFrom(t);
  const partOf = usePartWords();
  return (field) => {
    const name = nameOf(field);
    if (field === 'message') return { name: '', partOf };
    if (name === null) return { name: '', partOf: (path) => partOf([field, ...path]) };
    return { name, choiceOf: (value) => (field === 'mode' ? wordIn(t, `modes.${value}`) : undefined) };
  };
}

/** Describes when a sticky message is posted again. */
export function useWhen({ mode, everyMessages, minutes }: Pick<StickyMessage, 'mode' | 'everyMessages' | 'minutes'>) {
  const t = useTranslations('sticky-message.when');
  switch (mode) {
    case null:
    case 'everyMessage':
      return t('everyMessage');
    case 'everyMessages':
      return t('everyMessages', { count: everyMessages ?? limits.everyMessages.usual });
    case 'everyMinutes':
      return t('everyMinutes', { count: minutes ?? limits.minutes.usual });
    case 'afterQuiet':
      return t('afterQuiet', { count: minutes ?? limits.minutes.usual });
    default:
      return mode satisfies never;
  }
}
