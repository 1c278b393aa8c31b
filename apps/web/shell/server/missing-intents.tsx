'use client';

import type { PrivilegedIntent } from '@tally/contract/status/calls';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Messages } from '../../i18n/homes.ts';
import { ListWarning } from '../limited-list.tsx';
import { missingIntentsQuery } from './api.ts';
import { type MissingPlace, missingSentences } from './missing-sentences.ts';

/** The names in Discord's developer portal, which are the same in every language. */
const switches: Record<PrivilegedIntent, string> = {
  GuildMembers: 'Server Members Intent',
  GuildPresences: 'Presence Intent',
  MessageContent: 'Message Content Intent',
};

/** Warns about intents that this page's feature needs but Discord does not grant. */
export function MissingIntents({ of }: { of: MissingPlace }) {
  const t = useTranslations('servers.missingIntents');
  const missing = useQuery(missingIntentsQuery()).data ?? [];
  const { feature, without } = missingSentences[of];
  const sentences: Partial<Record<PrivilegedIntent, keyof Messages['servers']['missingIntents']>> = without;
  return missing.map(({ intent, features }) => {
    const sentence = sentences[intent];
    if (!sentence || !features.includes(feature)) return null;
    return (
      <ListWarning key={intent}>
        {t(sentence as 'welcomeMembers')} {t('remedy', { intent: switches[intent] })}
      </ListWarning>
    );
  });
}
