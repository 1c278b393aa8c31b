'use client';

import { auditLogKinds, usualAuditLogKinds } from '@tally/contract/notifications/streamer-settings';
import { useQuery } from '@tanstack/react-query';
import { CircleOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../../../shell/premium-lock.tsx';
import { capabilitiesQuery } from '../../../../shell/server/followed.ts';
import { useToolState } from '../../../../shell/server/tool-posts.tsx';
import { Checkboxes } from '../../../../ui/fields/checkbox.tsx';
import { SwitchRow } from '../../../../ui/fields/switch.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { StateLine } from '../../../../ui/tool/tool-page.tsx';
import { noNames } from '../../../message-editor/preview/names.ts';
import { PreviewPanel } from '../../../message-editor/preview/preview-panel.tsx';
import { serverPreview } from '../../../message-editor/server/api.ts';
import { type EditorSceneProps, setIn } from '../scene.ts';
import { ChannelField } from './where.tsx';

/** Settings for the log of moderators and supporters in a chat, which only Kick provides. */
export function AuditLogSection(scene: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const { platform, streamer, server, draft } = scene;
  const reach = useQuery(capabilitiesQuery({ serverId: streamer.guildId, platform })).data;
  const isOn = draft.value.auditLogsEnabled === true;
  const channelId = draft.value.auditLogsChannelId;
  const where = channelId ? { channelId, channelIds: [channelId] } : { channelIds: [] };
  const state = useToolState({ serverId: streamer.guildId, tool: 'audit-log', isOn, ...where });
  return (
    <div className="grid gap-4">
      {reach?.auditLog === false && (
        <p className="flex items-start gap-2 text-muted text-small">
          <Icon of={CircleOff} size={14} className="mt-[3px] shrink-0" />
          {t('auditLogUnheard')}
        </p>
      )}
      {isLocked(server, 'KickAuditLogs') && <PremiumCrown flag="KickAuditLogs" />}
      <SwitchRow
        label={t('fields.auditLogsEnabled')}
        hint={t('auditLogHint')}
        checked={isOn}
        onChange={setIn(draft, 'auditLogsEnabled')}
      />
      {isOn && (
        <>
          <div className="flex">
            <StateLine {...state} />
          </div>
          <ChannelField scene={scene} name="auditLogsChannelId" isNeeded />
          <Kinds {...scene} />
        </>
      )}
      <PreviewPanel
        body={{ chatLog: { streamerUserName: streamer.streamerUserName, kinds: draft.value.auditLogKinds ?? null } }}
        source={serverPreview(streamer.guildId, 'chatLog')}
        names={noNames}
      />
      <p className="text-muted text-small">{t('auditLogLimits')}</p>
    </div>
  );
}

function Kinds({ draft }: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const chosen = draft.value.auditLogKinds ?? usualAuditLogKinds;
  return (
    <Checkboxes
      title={t('fields.auditLogKinds')}
      values={auditLogKinds}
      chosen={chosen}
      labelOf={(kind) => t(`auditLogKinds.${kind}`)}
      onChange={setIn(draft, 'auditLogKinds')}
    >
      {chosen.length === 0 && <p className="text-small text-warn">{t('auditLogNothing')}</p>}
    </Checkboxes>
  );
}
