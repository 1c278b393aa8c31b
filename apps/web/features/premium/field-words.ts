'use client';

import { hasBit, type PremiumFlag, premiumFlags } from '@tally/contract/premium/flags';
import { useTranslations } from 'next-intl';
import { wordIn } from '../../lib/words/word-in.ts';
import type { FieldWords } from '../../shell/server/values/use-rows.ts';

/** The labels of the plans that staff assign to a server. */
export function usePremiumFields(): FieldWords {
  const t = useTranslations('premium');
  const tiers = useTranslations('shell.tiers');
  const servers = useTranslations('servers');
  const flagsIn = (bits: unknown): unknown => {
    const held = BigInt(typeof bits === 'string' ? bits : 0);
    return Object.entries(premiumFlags)
      .filter(([, { bit }]) => hasBit(held, bit))
      .map(([flag]) => t(`flags.${flag as PremiumFlag}`));
  };
  return (field) => {
    if (field === 'tier') return { name: servers('plan'), choiceOf: (value) => wordIn(tiers, value) };
    if (field === 'bitfield') return { name: servers('changes.singleFeatures'), asParts: flagsIn };
    return { name: wordIn(t, `limits.${field.replace(/^additional/, '')}`) ?? field };
  };
}
