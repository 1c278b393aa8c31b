'use client';

import { useTranslations } from 'next-intl';
import { wordIn } from '../../../lib/words/word-in.ts';

/** Returns the text for a call, or its name if it has no text. */
export function useSayDeed(): (call: string) => string {
  const t = useTranslations('admin.deeds');
  return (call) => wordIn(t, call.replace(/[.-]/g, '_')) ?? call;
}
