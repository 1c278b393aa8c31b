'use client';

import type { DiscordGuildData } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Tabs } from '../../../ui/tabs.tsx';
import { PreviewPanel } from '../../message-editor/preview/preview-panel.tsx';
import { draftPreview } from '../api.ts';
import type { GiveawayDraft } from './draft-of.ts';
import { type PreviewState, previewOf } from './preview-of.ts';

const states: readonly PreviewState[] = ['running', 'drawing', 'ended'];

/** Previews the message in each state, rendered by the code that posts it. */
export function GiveawayPreview({
  serverId,
  draft,
  discord,
  end,
}: {
  serverId: ServerId;
  draft: GiveawayDraft;
  discord: DiscordGuildData | undefined;
  end: Date | null;
}) {
  const t = useTranslations('giveaways.preview');
  const [state, setState] = useState<PreviewState>('running');
  return (
    <>
      <Tabs
        label={t('state')}
        value={state}
        onChange={setState}
        className="mb-2"
        tabs={states.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      <PreviewPanel
        body={previewOf(draft, { state, end, noName: t('noName') })}
        source={draftPreview(serverId)}
        names={{ roles: discord?.roles ?? [], channels: discord?.channels ?? [] }}
      />
      <p className="mt-2 text-muted text-small">{t('sample')}</p>
    </>
  );
}
