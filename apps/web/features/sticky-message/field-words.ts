'use client';

import { useTranslations } from 'next-intl';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { wordIn } from '../../lib/words/word-in.ts';
import type { FieldWords } from '../../shell/server/values/use-rows.ts';
import { usePartWords } from '../message-editor/part-words.ts';

/** In the draft its message is one field; on the wire each part of that is one. */
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
