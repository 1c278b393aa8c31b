'use client';

import { type PremiumFlag, premiumFlags } from '@tally/contract/premium/flags';
import { useTranslations } from 'next-intl';

const flagOf = new Map(Object.entries(premiumFlags).map(([flag, { text }]) => [text, flag as PremiumFlag]));

/** Translates feature names, which the API sends in English. */
export function useFlagName(): (text: string) => string {
  const t = useTranslations('premium.flags');
  return (text) => {
    const flag = flagOf.get(text);
    return flag ? t(flag) : text;
  };
}
