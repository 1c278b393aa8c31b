'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { Starboard } from '@tally/contract/starboard/calls';
import type { ChannelId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { DraftBar } from '../../shell/drafts/draft-bar.tsx';
import { isLocked } from '../../shell/premium-lock.tsx';
import { discordDataQuery } from '../../shell/server/api.ts';
import { likelyChannel } from '../../shell/server/likely-channel.ts';
import { MissingIntents } from '../../shell/server/missing-intents.tsx';
import { SendTest } from '../../shell/server/test-greeting.tsx';
import { ServerToolPage } from '../../shell/server/tool-page.tsx';
import { ToolPosts } from '../../shell/server/tool-posts.tsx';
import { ToolPower } from '../../shell/server/tool-power.tsx';
import { useDraftRows } from '../../shell/server/values/use-rows.ts';
import { PreviewPanel } from '../message-editor/preview/preview-panel.tsx';
import { serverPreview } from '../message-editor/server/api.ts';
import { type BoardDraft, emojiOf, problemsOf } from './draft-of.ts';
import { useBoardFields } from './field-words.ts';
import { BoardForm, BoardStarts } from './form.tsx';
import { type OpenedBoard, useBoardDraft, useBoardsState } from './use-board.ts';

interface BoardPageProps {
  readonly server: GuildInfo;
  readonly boards: readonly Starboard[];
  readonly opened: OpenedBoard;
  /** The link to the list, and other actions. */
  readonly actions: ReactNode;
  readonly notice: ReactNode;
  readonly onLeave: () => void;
  readonly onSaved: (channelId: ChannelId) => void;
}

/** Edits one starboard, with a preview of its posts. */
export function BoardPage({ server, boards, opened, actions, notice, onLeave, onSaved }: BoardPageProps) {
  const t = useTranslations('starboard');
  const tools = useTranslations('servers.tool');
  const edit = useBoardDraft(server, opened, { onSaved, onGone: onLeave });
  const { value } = edit.draft;
  const fields = useBoardFields();
  const rowsOf = useDraftRows<BoardDraft>(server.guildId, fields);
  const problems = problemsOf(value);
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles', 'emojis'])).data;
  const { channels = [], roles = [], emojis } = discord ?? {};
  const taken = boards.map(({ channelId }) => channelId);
  // A new board starts with the chosen channel, or the most likely one.
  const likely = channels.find(({ id }) => id === value.channelId) ?? likelyChannel('starboard', channels, taken);
  const isNew = opened === 'new';
  const begin = (channelId: ChannelId) => edit.saveWith({ channelId, enabled: true });
  const { channelId, threshold } = value;
  const draft = { starboard: { ...(channelId && { channelId }), ...emojiOf(value), threshold } };
  const locked = isLocked(server, 'Starboards');
  return (
    <>
      <ServerToolPage
        server={server}
        channelId={likely?.id ?? null}
        title={t(isNew && boards.length > 0 ? 'addTitle' : 'title')}
        text={t('text')}
        actions={actions}
        notice={
          <>
            <MissingIntents of="starboard" />
            {notice}
          </>
        }
        power={
          <ToolPower
            server={server}
            flag="Starboards"
            label={t('on')}
            isOn={!isNew && !locked && value.enabled}
            likely={isNew ? likely : undefined}
            isSaving={edit.isSaving}
            onTurn={(enabled) => (isNew ? likely && begin(likely.id) : edit.set({ enabled }))}
            onTurnOnIn={begin}
          />
        }
        test={
          <SendTest
            serverId={server.guildId}
            type="starred"
            draft={draft}
            nameOf={(field) => fields(field).name}
            canTest={!locked && channelId !== null && problems.size === 0}
            whyNot={locked ? tools('testNeedsPlan') : t('testNeeds')}
          />
        }
        state={useBoardsState(server, opened === 'new' ? [] : [opened])}
        preview={
          <PreviewPanel
            body={draft}
            source={serverPreview(server.guildId, 'starred')}
            names={{ roles, channels, emojis: emojis?.list ?? [] }}
          />
        }
        below={<ToolPosts serverId={server.guildId} tool="starboard" />}
      >
        <BoardStarts server={server} onStart={edit.set} />
        <BoardForm server={server} draft={value} problems={problems} onChange={edit.set} />
      </ServerToolPage>
      {/* Without the plan, people can try all settings but cannot save. */}
      {!locked && (
        <DraftBar
          edit={edit}
          nameOf={(field) => fields(field).name}
          rowsOf={rowsOf}
          hasProblems={channelId === null || problems.size > 0}
        />
      )}
    </>
  );
}
