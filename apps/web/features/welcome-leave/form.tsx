'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { pick } from '../../lib/drafts/record-draft.ts';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { DraftBar } from '../../shell/drafts/draft-bar.tsx';
import { isLocked } from '../../shell/premium-lock.tsx';
import { discordDataQuery, serverQuery } from '../../shell/server/api.ts';
import { likelyChannel } from '../../shell/server/likely-channel.ts';
import { MissingIntents } from '../../shell/server/missing-intents.tsx';
import { SendTest } from '../../shell/server/test-greeting.tsx';
import { ToolPosts, useToolState } from '../../shell/server/tool-posts.tsx';
import { ToolPower } from '../../shell/server/tool-power.tsx';
import { useDraftRows } from '../../shell/server/values/use-rows.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ToolPage } from '../../ui/tool/tool-page.tsx';
import { toBody } from '../message-editor/editor/body.ts';
import { PreviewPanel } from '../message-editor/preview/preview-panel.tsx';
import { serverPreview } from '../message-editor/server/api.ts';
import { useTextProblems } from '../message-editor/server/greeting-text.tsx';
import { useGreetingsDraft } from '../message-editor/server/use-greetings.ts';
import type { PlaceholderWords } from '../message-editor/template/suggestions.tsx';
import { useWelcomeFields } from './field-words.ts';
import { form, type Greeting, made, Sections, types } from './sections.tsx';

const FLAG = 'WelcomeAndLeaveNotifications';

const tried = ['welcomeChannelId', 'welcomeCard', 'welcomePing', 'leaveChannelId', 'leaveCard'] as const;

interface ScreenProps {
  readonly serverId: ServerId;
  readonly words: PlaceholderWords;
}

export function WelcomeLeaveScreen({ serverId, words }: ScreenProps) {
  const t = useTranslations('welcome-leave');
  const ui = useTranslations('ui');
  const server = useQuery(serverQuery(serverId)).data;
  if (server) return <Tool server={server} words={words} />;
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <Loading label={ui('loading')} className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,460px)]">
        <Skeleton className="h-[560px] w-full rounded-panel" />
        <Skeleton className="h-80 w-full rounded-panel" />
      </Loading>
    </>
  );
}

function Tool({ server, words }: { server: GuildInfo; words: PlaceholderWords }) {
  const t = useTranslations('welcome-leave');
  const tools = useTranslations('servers.tool');
  const [type, setType] = useState<Greeting>('welcome');
  const edit = useGreetingsDraft(server, { form, types, nameOf: namesFrom(t) });
  const { draft, set } = edit;
  const { value } = draft;
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const fields = useWelcomeFields();
  const rowsOf = useDraftRows<typeof value>(server.guildId, fields);
  const isWrong = [
    useTextProblems('welcome', value.welcome, server),
    useTextProblems('leave', value.leave, server),
    ...types.map((each) => value[made[each].on] === true && !value[made[each].channel]),
  ].some(Boolean);
  const { on, channel: place } = made[type];
  const channelId = value[place];
  const channels = discord?.channels ?? [];
  const state = useToolState({
    serverId: server.guildId,
    tool: 'welcome-leave',
    isOn: server[on] === true,
    channelId: server[place],
    kind: type,
  });
  const locked = isLocked(server, FLAG);
  const chosen = channels.find(({ id }) => id === channelId);
  const likely = likelyChannel(type, channels);
  // Without the plan everything can be tried, but only switched off.
  const canSave = !locked || draft.changed.every((field) => !value[field]);
  const message = value[type];
  return (
    <>
      <ToolPage
        title={t('title')}
        text={t('text')}
        notice={<MissingIntents of="welcome-leave" />}
        tabs={
          <Tabs
            label={t('title')}
            className="mb-3"
            value={type}
            onChange={setType}
            tabs={types.map((each) => ({ value: each, label: t(`${each}Title`) }))}
          />
        }
        power={
          <ToolPower
            server={server}
            flag={FLAG}
            label={t(`${type}On`)}
            isOn={value[on] === true}
            likely={channelId === null ? likely : undefined}
            isSaving={edit.isSaving}
            onTurn={(isOn) => set({ [on]: isOn })}
            onTurnOnIn={(id) => edit.saveWith({ [on]: true, [place]: id })}
          />
        }
        state={state}
        test={
          locked ? undefined : (
            <SendTest
              serverId={server.guildId}
              type={type}
              draft={{
                ...pick(
                  value,
                  tried.filter((key) => draft.changed.includes(key)),
                ),
                ...(draft.changed.includes(type) ? { message: message && toBody(message) } : {}),
              }}
              nameOf={namesFrom(t)}
              canTest={channelId !== null}
              whyNot={t('testNeedsChannel')}
            />
          )
        }
        place={{
          server: server.name,
          icon: server.icon,
          channel: (chosen ?? likely) ? `#${(chosen ?? likely)?.name}` : null,
        }}
        words={{ preview: tools('preview'), whole: tools('whole'), less: tools('less') }}
        preview={
          <PreviewPanel
            body={{ ...pick(value, tried), message: message && toBody(message) }}
            source={serverPreview(server.guildId, type)}
            names={{ roles: discord?.roles ?? [], channels }}
          />
        }
        below={<ToolPosts serverId={server.guildId} tool="welcome-leave" />}
      >
        <Sections key={type} server={server} edit={edit} type={type} discord={discord} words={words} />
      </ToolPage>
      {canSave && <DraftBar edit={edit} nameOf={(field) => fields(field).name} rowsOf={rowsOf} hasProblems={isWrong} />}
    </>
  );
}
