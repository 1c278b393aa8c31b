'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { discordDataQuery } from '../../shell/server/api.ts';
import type { SentenceScene } from './rule-sentence.ts';

/** Returns the texts and names for sentences about rules. Deleted channels and roles show their id. */
export function useSentenceScene(serverId: ServerId): SentenceScene {
  const t = useTranslations('overrides');
  const locale = useLocale();
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  return useMemo(() => {
    const channels = new Map<string, string>(discord?.channels?.map((each) => [each.id, each.name]));
    const roles = new Map<string, string>(discord?.roles?.map((each) => [each.id, each.name]));
    return {
      t,
      locale,
      names: {
        channel: (id) => channels.get(id) ?? (discord ? id : '…'),
        role: (id) => roles.get(id) ?? (discord ? id : '…'),
      },
    };
  }, [t, locale, discord]);
}
