'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { relativeTime } from '../../lib/words/format.ts';
import { isolated } from '../../lib/words/mentions.ts';
import { DraftBar } from '../../shell/drafts/draft-bar.tsx';
import { isLocked } from '../../shell/premium-lock.tsx';
import { discordDataQuery } from '../../shell/server/api.ts';
import { likelyRole } from '../../shell/server/likely-channel.ts';
import { MissingIntents } from '../../shell/server/missing-intents.tsx';
import { Starts } from '../../shell/server/starts.tsx';
import { ServerToolPage } from '../../shell/server/tool-page.tsx';
import { ToolPower } from '../../shell/server/tool-power.tsx';
import { useDraftRows } from '../../shell/server/values/use-rows.ts';
import { Fold } from '../../ui/tool/fold.tsx';
import type { ToolState } from '../../ui/tool/tool-page.tsx';
import { liveRolesQuery } from './api.ts';
import { RoleForm } from './editor/form.tsx';
import { type OpenedRole, useRole } from './editor/use-role.ts';
import { useRoleFields } from './field-words.ts';
import { LastRoles, useChangeWords } from './last-roles.tsx';
import { LogChannel } from './log-channel.tsx';
import { MemberList } from './member-list.tsx';
import { emptyDraft, type RoleDraft } from './roles.ts';

interface PageProps {
  readonly server: GuildInfo;
  readonly opened: OpenedRole;
  readonly actions: ReactNode;
  readonly notice: ReactNode;
  readonly onLeave: () => void;
  readonly onSaved: (roleId: string) => void;
}

/** One live role: its members, and the member list during a stream. */
export function LiveRolePage({ server, opened, actions, notice, onLeave, onSaved }: PageProps) {
  const t = useTranslations('live-role');
  const { edit, canSave, errors, taken } = useRole(server, 'autoLiveRoles', {
    opened,
    leaves: opened === 'new',
    onSaved: (roleId) => roleId !== null && onSaved(roleId),
    onGone: onLeave,
  });
  const { value } = edit.draft;
  const locked = isLocked(server, 'AutoStatusLiveRoles');
  const fields = useRoleFields();
  const rowsOf = useDraftRows<RoleDraft>(server.guildId, fields);
  const { roles = [], channels } = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data ?? {};
  const role = roles.find(({ id }) => id === value.roleId) ?? likelyRole('live', roles, taken);
  const log = channels?.find(({ id }) => id === server.autoLiveRoleLogs);
  return (
    <>
      <ServerToolPage
        server={server}
        channelId={null}
        title={t(`autoLiveRoles.${opened === 'new' && taken.length > 0 ? 'addTitle' : 'title'}`)}
        text={t('autoLiveRoles.text')}
        actions={actions}
        notice={
          <>
            <MissingIntents of="live-role" />
            {notice}
          </>
        }
        power={
          (opened === 'new' || locked) && (
            <ToolPower
              isRole
              server={server}
              flag="AutoStatusLiveRoles"
              isOn={false}
              likely={role}
              isSaving={edit.isSaving}
              onTurnOnIn={(roleId) => edit.saveWith({ roleId })}
            />
          )
        }
        state={useRoleState(server, opened)}
        preview={<MemberList role={role} />}
        below={<LastRoles serverId={server.guildId} />}
      >
        <Starts starts={useRoleStarts(server)} onStart={({ part }) => edit.set(part)} />
        <Fold title={t('who')} summary={role && `@${role.name} · ${t(`modes.${value.mode}`)}`} isOpen>
          <RoleForm
            serverId={server.guildId}
            list="autoLiveRoles"
            draft={value}
            errors={errors}
            taken={taken}
            onChange={edit.set}
          />
        </Fold>
        <Fold title={t('logs')} summary={log ? `#${log.name}` : t('noLogs')}>
          <LogChannel server={server} list="autoLiveRoles" />
        </Fold>
      </ServerToolPage>
      {/* Without the plan, people can try all settings but cannot save. */}
      {!locked && (
        <DraftBar edit={edit} nameOf={(field) => fields(field).name} rowsOf={rowsOf} hasProblems={!canSave} />
      )}
    </>
  );
}

/** Returns why the role cannot be assigned, or its latest changes. */
function useRoleState({ guildId }: GuildInfo, opened: OpenedRole): ToolState {
  const t = useTranslations('servers.tool');
  const own = useTranslations('live-role');
  const reasons = useTranslations('servers.roles.reasons');
  const locale = useLocale();
  const wordsOf = useChangeWords(guildId);
  const { data, dataUpdatedAt } = useQuery(liveRolesQuery(guildId));
  const { roles } = useQuery(discordDataQuery(guildId, ['channels', 'roles'])).data ?? {};
  if (opened === 'new') return { tone: 'off', text: t('off') };
  const role = roles?.find(({ id }) => id === opened.roleId);
  const [reason] = role?.reasons ?? [];
  if (roles && !role) return { tone: 'warn', text: own('goneText') };
  if (reason) return { tone: 'warn', text: reasons(reason) };
  const last = data?.changes.find(({ roleId }) => roleId === opened.roleId);
  if (!last) return { tone: 'ok', text: own('ready') };
  return {
    tone: 'ok',
    text: t('last', { what: wordsOf(last), ago: relativeTime(last.at, new Date(dataUpdatedAt), locale) }),
  };
}

/** Three starts: every member, a team of streamers, or everyone with exceptions. Two preselect a likely role. */
function useRoleStarts({ guildId }: GuildInfo) {
  const t = useTranslations('live-role.starts');
  const { roles = [] } = useQuery(discordDataQuery(guildId, ['channels', 'roles'])).data ?? {};
  const start = (name: 'team' | 'without', mode: RoleDraft['mode']) => {
    const role = likelyRole(name, roles);
    return role ? [{ name: t(name, { role: isolated(`@${role.name}`) }), part: { mode, roles: [role.id] } }] : [];
  };
  return [
    { name: t('everybody'), part: { mode: emptyDraft.mode, roles: emptyDraft.roles } },
    ...start('team', 'whitelist'),
    ...start('without', 'blacklist'),
  ];
}
