'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { pick } from '../../lib/drafts/record-draft.ts';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { DraftBar } from '../../shell/drafts/draft-bar.tsx';
import { isLocked } from '../../shell/premium-lock.tsx';
import { discordDataQuery, serverQuery } from '../../shell/server/api.ts';
import { likelyChannel } from '../../shell/server/likely-channel.ts';
import { settingsForm } from '../../shell/server/settings-draft.ts';
import { SendTest } from '../../shell/server/test-greeting.tsx';
import { ToolPosts, useToolState } from '../../shell/server/tool-posts.tsx';
import { ToolPower } from '../../shell/server/tool-power.tsx';
import { useDraftRows } from '../../shell/server/values/use-rows.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ToolPage } from '../../ui/tool/tool-page.tsx';
import { toBody } from '../message-editor/editor/body.ts';
import { PreviewPanel } from '../message-editor/preview/preview-panel.tsx';
import { serverPreview } from '../message-editor/server/api.ts';
import { useTextProblems } from '../message-editor/server/greeting-text.tsx';
import { useGreetingsDraft } from '../message-editor/server/use-greetings.ts';
import type { PlaceholderWords } from '../message-editor/template/suggestions.tsx';
import { Upcoming } from './list.tsx';
import { Sections } from './sections.tsx';

const FLAG = 'BirthdayNotifications';
const form = settingsForm(['birthdayEnabled', 'birthdayChannelId', 'birthdayRoleId', 'birthdayPing']);
const types = ['birthday'] as const;

/** What a greeting is made from; the rest says when there is one. */
const tried = ['birthdayChannelId', 'birthdayRoleId', 'birthdayPing'] as const;

export function BirthdayScreen({ serverId, words }: { serverId: ServerId; words: PlaceholderWords }) {
  const t = useTranslations('birthday');
  const ui = useTranslations('ui');
  const server = useQuery(serverQuery(serverId)).data;
  if (server) return <Tool server={server} words={words} />;
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <Loading label={ui('loading')} className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,460px)]">
        <Skeleton className="h-[460px] w-full rounded-panel" />
        <Skeleton className="h-64 w-full rounded-panel" />
      </Loading>
    </>
  );
}

function Tool({ server, words }: { server: GuildInfo; words: PlaceholderWords }) {
  const t = useTranslations('birthday');
  const tool = useTranslations('servers.tool');
  const edit = useGreetingsDraft(server, { form, types, nameOf: namesFrom(t) });
  const { draft, set } = edit;
  const { value } = draft;
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const nameOf = (field: string) => namesFrom(t)(field) ?? field;
  const rowsOf = useDraftRows<typeof value>(server.guildId, (field) => ({ name: nameOf(field) }));
  const needsPlace = value.birthdayEnabled === true && !value.birthdayChannelId && !value.birthdayRoleId;
  const isWrong = useTextProblems('birthday', value.birthday, server);
  const { birthdayChannelId: channelId, birthday: message } = value;
  const channels = discord?.channels ?? [];
  const state = useToolState({
    serverId: server.guildId,
    tool: 'birthday',
    isOn: server.birthdayEnabled === true,
    channelId: server.birthdayChannelId,
  });
  const locked = isLocked(server, FLAG);
  const likely = likelyChannel('birthday', channels);
  const shown = channels.find(({ id }) => id === channelId) ?? likely;
  return (
    <>
      <ToolPage
        title={t('title')}
        text={t('text')}
        power={
          <ToolPower
            server={server}
            flag={FLAG}
            label={t('on')}
            isOn={value.birthdayEnabled === true}
            likely={channelId === null ? likely : undefined}
            isSaving={edit.isSaving}
            onTurn={(birthdayEnabled) => set({ birthdayEnabled })}
            onTurnOnIn={(id) => edit.saveWith({ birthdayEnabled: true, birthdayChannelId: id })}
          />
        }
        state={state}
        test={
          locked ? undefined : (
            <SendTest
              serverId={server.guildId}
              type="birthday"
              draft={{
                ...pick(
                  value,
                  tried.filter((key) => draft.changed.includes(key)),
                ),
                ...(draft.changed.includes('birthday') ? { message: message && toBody(message) } : {}),
              }}
              nameOf={namesFrom(t)}
              canTest={channelId !== null}
              whyNot={t('testNeedsChannel')}
            />
          )
        }
        place={{ server: server.name, icon: server.icon, channel: shown ? `#${shown.name}` : null }}
        words={{ preview: tool('preview'), whole: tool('whole'), less: tool('less') }}
        preview={
          <PreviewPanel
            body={{ ...pick(value, tried), message: message && toBody(message) }}
            source={serverPreview(server.guildId, 'birthday')}
            names={{ roles: discord?.roles ?? [], channels }}
          />
        }
        below={
          <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
            <Upcoming serverId={server.guildId} />
            <ToolPosts serverId={server.guildId} tool="birthday" />
          </div>
        }
      >
        <Sections
          server={server}
          edit={edit}
          discord={discord}
          words={words}
          needsPlace={needsPlace}
          canPost={!locked && server.birthdayChannelId !== null && draft.changed.length === 0}
        />
      </ToolPage>
      {/* Without the plan everything can be tried, but only switched off. */}
      {(!locked || draft.changed.every((field) => !value[field])) && (
        <DraftBar edit={edit} nameOf={nameOf} rowsOf={rowsOf} hasProblems={needsPlace || isWrong} />
      )}
    </>
  );
}
