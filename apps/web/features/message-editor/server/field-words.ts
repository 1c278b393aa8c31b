'use client';

import { useTranslations } from 'next-intl';
import type { FieldWords } from '../../../shell/server/values/use-rows.ts';
import { usePartWords } from '../part-words.ts';

/** The labels of a server's messages. A message is one field in the draft but several in the API. */
export function useMessageFields(): FieldWords {
  const t = useTranslations('message-editor.server');
  const partOf = usePartWords();
  return (field) => {
    if (field === 'message') return { name: '', partOf };
    if (field === 'variants' || field === 'messages') return { name: t('fields.variants') };
    return { name: '', partOf: (path) => partOf([field, ...path]) };
  };
}
