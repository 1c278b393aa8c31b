'use client';

import { placeholdersFor } from '@tally/contract/message-editor/placeholders';
import type { DiscordGuildData, GuildInfo } from '@tally/contract/servers/calls';
import type { GreetType } from '@tally/contract/servers/parts';
import type { ServerId } from '@tally/contract/wire/ids';
import { defaultMessage } from '@tally/message/defaults';
import { findProblems } from '@tally/message/discord';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { pick } from '../../../lib/drafts/record-draft.ts';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { DraftBar } from '../../../shell/drafts/draft-bar.tsx';
import type { RecordEdit } from '../../../shell/drafts/use-record-draft.ts';
import { isLocked } from '../../../shell/premium-lock.tsx';
import { discordDataQuery, serverQuery } from '../../../shell/server/api.ts';
import { likelyChannel } from '../../../shell/server/likely-channel.ts';
import type { SettingsForm } from '../../../shell/server/settings-draft.ts';
import { SendTest } from '../../../shell/server/test-greeting.tsx';
import { ServerToolPage } from '../../../shell/server/tool-page.tsx';
import { ToolPosts, useToolState } from '../../../shell/server/tool-posts.tsx';
import { ToolPower } from '../../../shell/server/tool-power.tsx';
import { type FieldWords, useDraftRows } from '../../../shell/server/values/use-rows.ts';
import { cx } from '../../../ui/cx.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { type EditedMessage, toBody, toEdited } from '../editor/body.ts';
import { twoColumns } from '../preview/beside-preview.tsx';
import { PreviewPanel } from '../preview/preview-panel.tsx';
import type { PlaceholderWords } from '../template/suggestions.tsx';
import { serverPreview } from './api.ts';
import { type Greetings, useGreetingsDraft } from './use-greetings.ts';

const flags = { 'welcome-leave': 'WelcomeAndLeaveNotifications', birthday: 'BirthdayNotifications' } as const;

/** The fields that change the greeting's content. The other settings decide when it is posted. */
const tried = [
  'welcomeChannelId',
  'welcomeCard',
  'welcomePing',
  'leaveChannelId',
  'leaveCard',
  'cardBackground',
  'cardPicture',
  'birthdayChannelId',
  'birthdayRoleId',
  'birthdayPing',
] as const;

type Settings = Partial<Pick<GuildInfo, `${GreetType}Enabled` | (typeof tried)[number]>>;

export interface GreetingScene<T extends object, G extends GreetType> {
  readonly server: GuildInfo;
  readonly edit: RecordEdit<T & Greetings<G>>;
  readonly discord: DiscordGuildData | undefined;
}

interface PageProps<T extends Settings, G extends GreetType> {
  readonly tool: keyof typeof flags;
  readonly form: SettingsForm<T>;
  readonly types: readonly G[];
  readonly type: G;
  /** The label of the greeting's switch. */
  readonly label: string;
  readonly words: PlaceholderWords;
  readonly fields?: FieldWords;
  readonly isWrong: (value: T) => boolean;
  readonly notice?: ReactNode;
  readonly tabs?: ReactNode;
  /** Content below the last posts. */
  readonly below?: ReactNode;
  readonly children: (scene: GreetingScene<T, G>) => ReactNode;
}

/** The page of a tool that posts greetings for members. */
export function GreetingPage<T extends Settings, G extends GreetType>({
  serverId,
  ...props
}: PageProps<T, G> & { readonly serverId: ServerId }) {
  const t = useTranslations(props.tool);
  const ui = useTranslations('ui');
  const server = useQuery(serverQuery(serverId)).data;
  if (server) return <Loaded {...props} server={server} />;
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <Loading label={ui('loading')} className={twoColumns}>
        <Skeleton className="h-[560px] w-full rounded-panel" />
        <Skeleton className="h-80 w-full rounded-panel" />
      </Loading>
    </>
  );
}

function Loaded<T extends Settings, G extends GreetType>({
  server,
  tool,
  form,
  types,
  type,
  label,
  words,
  fields,
  isWrong,
  notice,
  tabs,
  below,
  children,
}: PageProps<T, G> & { readonly server: GuildInfo }) {
  const t = useTranslations(tool);
  const tools = useTranslations('servers.tool');
  const nameOf = namesFrom(t);
  const edit = useGreetingsDraft(server, { form, types, nameOf });
  const { draft, isSaving } = edit;
  const { value } = draft;
  const wordsOf: FieldWords = fields ?? ((field) => ({ name: nameOf(field) ?? field }));
  const rowsOf = useDraftRows<typeof value>(server.guildId, wordsOf);
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const channels = discord?.channels ?? [];
  const on = `${type}Enabled` as const;
  const place = `${type}ChannelId` as const;
  const state = useToolState({
    serverId: server.guildId,
    tool,
    isOn: server[on] === true,
    channelIds: server[place] ? [server[place]] : [],
    kind: type,
  });
  const settings: Settings = value;
  const texts: Greetings<G> = value;
  const message = texts[type] && toBody(texts[type]);
  const changed: readonly string[] = draft.changed;
  const channelId = settings[place] ?? null;
  const likely = likelyChannel(type, channels);
  const locked = isLocked(server, flags[tool]);
  const standard = useMemo(() => toEdited(defaultMessage(type, server.locale)), [type, server.locale]);
  const edited = texts[type] ?? standard;
  const canWrite = texts[type] !== null || !isLocked(server, 'AnyMessageEditor');
  const used = tried.filter((key) => key in settings);
  const part = (made: Settings) => made as Partial<typeof value>;
  return (
    <>
      <ServerToolPage
        server={server}
        channelId={channelId ?? likely?.id ?? null}
        title={t('title')}
        text={t('text')}
        notice={notice}
        tabs={tabs}
        power={
          <ToolPower
            server={server}
            flag={flags[tool]}
            label={label}
            isOn={settings[on] === true}
            likely={channelId === null ? likely : undefined}
            isSaving={isSaving}
            onTurn={(isOn) => edit.set(part({ [on]: isOn }))}
            onTurnOnIn={(id) => edit.saveWith(part({ [on]: true, [place]: id }))}
          />
        }
        state={state}
        test={
          <SendTest
            serverId={server.guildId}
            type={type}
            draft={{
              ...pick(
                settings,
                used.filter((key) => changed.includes(key)),
              ),
              ...(changed.includes(type) ? { message } : {}),
            }}
            nameOf={nameOf}
            canTest={!locked && channelId !== null}
            whyNot={locked ? tools('testNeedsPlan') : t('testNeedsChannel')}
          />
        }
        preview={
          <PreviewPanel
            body={{ ...pick(settings, used), message }}
            source={serverPreview(server.guildId, type)}
            names={{ roles: discord?.roles ?? [], channels }}
            inPlace={
              canWrite
                ? {
                    type,
                    value: edited,
                    words,
                    onChange: (field, to) =>
                      draft.change(`${type} ${field}`, (now) => ({ ...now, [type]: to(now[type] ?? standard) })),
                  }
                : undefined
            }
          />
        }
        below={
          <div className={cx(below !== undefined && 'mt-8 grid items-start gap-6 lg:grid-cols-2')}>
            {below}
            <ToolPosts serverId={server.guildId} tool={tool} />
          </div>
        }
      >
        {children({ server, edit, discord })}
      </ServerToolPage>
      {/* Without the plan, people can try all settings, but can only save that the greeting is off. */}
      {(!locked || draft.changed.every((field) => !value[field])) && (
        <DraftBar
          edit={edit}
          nameOf={(field) => wordsOf(field).name}
          rowsOf={rowsOf}
          hasProblems={isWrong(value) || types.some((each) => hasProblems(each, texts[each]))}
        />
      )}
    </>
  );
}

/** True if the text contains an error. */
const hasProblems = (type: GreetType, text: EditedMessage | null): boolean =>
  text !== null && findProblems(text, placeholdersFor(type)).length > 0;
