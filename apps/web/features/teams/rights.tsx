'use client';

import type { TeamFlag } from '@tally/contract/premium/flags';
import { useLocale, useTranslations } from 'next-intl';
import { westernDigits } from '../../lib/words/format.ts';
import { flagsIn } from './api.ts';

/** Formats a member's rights as one sentence part. */
export function useRights(): (bitfield: bigint) => string {
  const t = useTranslations('teams');
  const list = new Intl.ListFormat(westernDigits(useLocale()));
  return (bitfield) => {
    const flags = flagsIn(bitfield);
    return flags.length === 0 ? t('nothing') : list.format(flags.map((flag) => t(`rights.${flag}`)));
  };
}

/** Lists a member's rights with explanations. */
export function Rights({ flags }: { flags: readonly TeamFlag[] }) {
  const t = useTranslations('teams.rights');
  return (
    <ul className="grid gap-1">
      {flags.map((flag) => (
        <li key={flag}>
          <span className="font-medium">{t(flag)}</span>
          <span className="block text-muted text-small">{t(`${flag}Text`)}</span>
        </li>
      ))}
    </ul>
  );
}
