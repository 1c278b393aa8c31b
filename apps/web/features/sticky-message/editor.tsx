'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ChannelId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { storedAs, unstored } from '../../lib/drafts/record-draft.ts';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { DraftBar } from '../../shell/drafts/draft-bar.tsx';
import { type RecordEdit, useRecordDraft } from '../../shell/drafts/use-record-draft.ts';
import { isLocked } from '../../shell/premium-lock.tsx';
import { discordDataQuery, serverQuery } from '../../shell/server/api.ts';
import { likelyChannel } from '../../shell/server/likely-channel.ts';
import { Starts } from '../../shell/server/starts.tsx';
import { ServerToolPage } from '../../shell/server/tool-page.tsx';
import { ToolPosts, useToolState } from '../../shell/server/tool-posts.tsx';
import { ToolPower } from '../../shell/server/tool-power.tsx';
import { useDraftRows } from '../../shell/server/values/use-rows.ts';
import { Fold } from '../../ui/tool/fold.tsx';
import type { ToolState } from '../../ui/tool/tool-page.tsx';
import { type EditedMessage, toBody } from '../message-editor/editor/body.ts';
import { MessageEditor, useProblems } from '../message-editor/editor/message-editor.tsx';
import { ProblemList } from '../message-editor/editor/problem-list.tsx';
import { PreviewPanel } from '../message-editor/preview/preview-panel.tsx';
import { serverPreview } from '../message-editor/server/api.ts';
import { textStart } from '../message-editor/server/greeting-starts.ts';
import { useLockedParts } from '../message-editor/server/locked-parts.tsx';
import type { PlaceholderWords } from '../message-editor/template/suggestions.tsx';
import { saveSticky } from './api.ts';
import { bodyOf, draftOf, emptyDraft, hasBadFigure, isStickyDraft, patchOf, type StickyDraft } from './draft-of.ts';
import { useStickyFields, useWhen } from './field-words.ts';
import { StickyTiming } from './timing.tsx';

export type OpenedSticky = GuildInfo['stickyMessages'][number] | 'new';

interface EditorProps {
  readonly server: GuildInfo;
  readonly opened: OpenedSticky;
  readonly words: PlaceholderWords;
  readonly actions: ReactNode;
  readonly notice: ReactNode;
  readonly onLeave: () => void;
  readonly onSaved: (channelId: ChannelId) => void;
}

/** Edits the channel, timing and text of one sticky message. */
export function StickyEditor({ server, opened, words, actions, notice, onLeave, onSaved }: EditorProps) {
  const t = useTranslations('sticky-message');
  const tools = useTranslations('servers.tool');
  const starts = useStickyStarts();
  const [first] = useState(starts[0]);
  const edit = useSticky({ server, opened, first: first?.part, onLeave, onSaved });
  const { draft, set } = edit;
  const { value } = draft;
  const rowsOf = useDraftRows<StickyDraft>(server.guildId, useStickyFields());
  const lockedOf = useLockedParts(server);
  const { channels, roles = [] } = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data ?? {};
  const problems = useProblems('sticky', value.message);
  const isNew = opened === 'new';
  const locked = isLocked(server, 'StickyMessages');
  const taken = server.stickyMessages.map(({ channelId }) => channelId);
  const chosen = channels?.find(({ id }) => id === value.channelId);
  const likely = chosen ?? likelyChannel('sticky', channels ?? [], taken);
  const begin = (channelId: ChannelId) => edit.saveWith({ channelId, enabled: true });
  const when = useWhen(value);
  const onText = (field: string, to: (now: EditedMessage) => EditedMessage) =>
    draft.change(field, (now) => ({ ...now, message: to(now.message) }));
  return (
    <>
      <ServerToolPage
        server={server}
        channelId={likely?.id ?? null}
        title={t(isNew && taken.length > 0 ? 'addTitle' : 'title')}
        text={t('text')}
        actions={actions}
        notice={notice}
        power={
          <ToolPower
            server={server}
            flag="StickyMessages"
            label={t('fields.enabled')}
            isOn={!isNew && !locked && value.enabled}
            likely={isNew ? likely : undefined}
            isSaving={edit.isSaving}
            onTurn={(enabled) => (isNew ? likely && begin(likely.id) : set({ enabled }))}
            onTurnOnIn={begin}
          />
        }
        state={useStickyState(server, opened)}
        preview={
          <>
            <PreviewPanel
              body={{ message: toBody(value.message) }}
              source={serverPreview(server.guildId, 'sticky')}
              names={{ roles, channels: channels ?? [] }}
              inPlace={{ type: 'sticky', value: value.message, words, onChange: onText }}
            />
            {draft.changed.length > 0 && <ProblemList problems={problems} />}
          </>
        }
        below={<ToolPosts serverId={server.guildId} tool="sticky-message" />}
      >
        <Starts starts={starts} onStart={({ part }) => set(part)} />
        <Fold title={t('where')} summary={[chosen && `#${chosen.name}`, when].filter(Boolean).join(' · ')} isOpen>
          <StickyTiming server={server} value={value} channels={channels} set={set} />
        </Fold>
        <Fold title={tools('messageTitle')} isOpen>
          <MessageEditor
            isCompact
            serverId={server.guildId}
            type="sticky"
            value={value.message}
            onChange={onText}
            words={words}
            locked={lockedOf(value.message)}
          />
        </Fold>
      </ServerToolPage>
      {/* Without the plan, people can try all settings but cannot save. */}
      {!locked && (
        <DraftBar
          edit={edit}
          nameOf={(field) => t(`fields.${field}`)}
          rowsOf={rowsOf}
          hasProblems={value.channelId === null || hasBadFigure(value) || problems.length > 0}
        />
      )}
    </>
  );
}

/** Returns why a sticky message is paused, or since when it has been the last message in its channel. */
function useStickyState({ guildId }: GuildInfo, opened: OpenedSticky): ToolState {
  const t = useTranslations('sticky-message.paused');
  const sticky = opened === 'new' ? null : opened;
  const state = useToolState({
    serverId: guildId,
    tool: 'sticky-message',
    isOn: sticky !== null && sticky.enabled !== false,
    channelIds: sticky ? [sticky.channelId] : [],
    ...(sticky && { channelId: sticky.channelId }),
  });
  return sticky?.pausedBy && state.tone === 'ok' ? { tone: 'warn', text: t(sticky.pausedBy) } : state;
}

function useSticky({
  server,
  opened,
  first,
  onLeave,
  onSaved,
}: Pick<EditorProps, 'server' | 'opened' | 'onLeave' | 'onSaved'> & {
  first: Partial<StickyDraft> | undefined;
}): RecordEdit<StickyDraft> {
  const t = useTranslations('sticky-message');
  const client = useQueryClient();
  const put = useMutation(saveSticky(client, server.guildId));
  const which = opened === 'new' ? undefined : opened.channelId;
  return useRecordDraft<StickyDraft>({
    name: `${server.guildId} sticky ${which ?? 'new'}`,
    leaves: opened === 'new',
    stored: opened === 'new' ? unstored({ ...emptyDraft, ...first }) : storedAs(opened, draftOf),
    isDraft: isStickyDraft,
    nameOf: namesFrom(t),
    send: ({ value: { channelId, ...rest }, changed, version, isNew }) => {
      if (channelId === null) throw new Error('a sticky needs a channel');
      const draft = { ...rest, channelId };
      if (isNew) return put.mutateAsync({ body: bodyOf(draft), version });
      return put.mutateAsync({ body: patchOf(draft, changed), which, version });
    },
    fetchStored: async ({ channelId }) => {
      const { stickyMessages } = await client.fetchQuery({ ...serverQuery(server.guildId), staleTime: 0 });
      const theirs = stickyMessages.find((each) => each.channelId === (which ?? channelId));
      return theirs ? storedAs(theirs, draftOf) : null;
    },
    onSaved: ({ channelId }) => channelId !== null && onSaved(channelId),
    onGone: onLeave,
  });
}

interface StickyStart {
  readonly name: string;
  readonly part: Partial<StickyDraft>;
}

/** Offers three messages with different layouts and timing. */
function useStickyStarts(): readonly [StickyStart, ...StickyStart[]] {
  const t = useTranslations('sticky-message.starts');
  const { mode, everyMessages, minutes } = emptyDraft;
  const usual = { mode, everyMessages, minutes };
  const help = { title: t('helpTitle'), description: t('helpText'), color: '#5B8DEF' };
  return [
    { name: t('rules'), part: { ...usual, message: textStart(t('rulesText')) } },
    { name: t('help'), part: { ...usual, mode: 'everyMessages', everyMessages: 10, message: textStart('', help) } },
    { name: t('quiet'), part: { ...usual, mode: 'afterQuiet', minutes: 30, message: textStart(t('quietText')) } },
  ];
}
