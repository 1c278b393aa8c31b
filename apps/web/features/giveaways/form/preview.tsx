'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { DiscordGuildData } from '@tally/contract/servers';
import { Tabs } from '../../../ui/tabs.tsx';
import { meQuery } from '../../account/api.ts';
import { DiscordMessage } from '../../message-editor/preview/message.tsx';
import type { GiveawayDraft } from './draft-of.ts';
import { needsSentence } from './needs-of.ts';
import { payloadOf, previewStates, type PreviewState } from './payload-of.ts';

function useNaming(discord: DiscordGuildData | undefined): (roleId: string) => string {
  const t = useTranslations('giveaways.fields');
  return (roleId) => {
    const role = discord?.roles?.find(({ id }) => id === roleId);
    return role ? `@${role.name}` : t('goneRole');
  };
}

/** The message in each of its states. */
export function GiveawayPreview({
  draft,
  discord,
  end,
  bot,
}: {
  draft: GiveawayDraft;
  discord: DiscordGuildData | undefined;
  end: Date | null;
  bot: string;
}) {
  const t = useTranslations('giveaways.preview');
  const botWords = useTranslations('giveaways.preview.bot');
  const me = useQuery(meQuery()).data?.discord;
  const host = me ? `@${me.globalName ?? me.username}` : '@…';
  const [state, setState] = useState<PreviewState>('running');
  return (
    <>
      <Tabs
        label={t('state')}
        value={state}
        onChange={setState}
        className="mb-2"
        tabs={previewStates.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      <div className="rounded-card border border-line">
        <DiscordMessage
          payload={payloadOf(draft, { t: botWords, state, end, host, noName: t('noName') })}
          sender={{ name: bot, avatarUrl: null }}
          files={[]}
          names={{ roles: discord?.roles ?? [], channels: discord?.channels ?? [] }}
        />
      </div>
      <p className="mt-2 text-muted text-small">{t('sample')}</p>
    </>
  );
}

/** Who may enter, as it stands now. */
export function NeedsSentence({ draft, discord }: { draft: GiveawayDraft; discord: DiscordGuildData | undefined }) {
  const t = useTranslations('giveaways.needs');
  const locale = useLocale();
  const nameOf = useNaming(discord);
  return (
    <p aria-live="polite" className="rounded-card border border-line bg-raised px-3 py-2">
      {needsSentence(draft, { t, nameOf, locale })}
    </p>
  );
}
