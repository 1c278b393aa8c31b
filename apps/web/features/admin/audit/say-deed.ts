'use client';

import { useTranslations } from 'next-intl';
import { wordIn } from '../../../lib/words/word-in.ts';

/** A call without its own text shows its name. */
export function useSayDeed(): (call: string) => string {
  const t = useTranslations('admin.deeds');
  return (call) => wordIn(t, call.replace(/[.-]/g, '_')) ?? call;
}
