'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ChannelId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { storedAs, unstored } from '../../lib/drafts/record-draft.ts';
import { namesFrom } from '../../lib/words/plain-refusal.ts';
import { DraftBar } from '../../shell/drafts/draft-bar.tsx';
import { useRecordDraft } from '../../shell/drafts/use-record-draft.ts';
import { discordDataQuery, serverQuery } from '../../shell/server/api.ts';
import { useDraftRows } from '../../shell/server/values/use-rows.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toBody } from '../message-editor/editor/body.ts';
import { MessageEditor, useProblems } from '../message-editor/editor/message-editor.tsx';
import { ProblemList } from '../message-editor/editor/problem-list.tsx';
import { BesidePreview } from '../message-editor/preview/beside-preview.tsx';
import { PreviewPanel } from '../message-editor/preview/preview-panel.tsx';
import { serverPreview } from '../message-editor/server/api.ts';
import { useLockedParts } from '../message-editor/server/locked-parts.tsx';
import type { PlaceholderWords } from '../message-editor/template/suggestions.tsx';
import { saveSticky } from './api.ts';
import { bodyOf, draftOf, emptyDraft, hasBadFigure, isStickyDraft, patchOf, type StickyDraft } from './draft-of.ts';
import { useStickyFields } from './field-words.ts';
import { useChannelName } from './list.tsx';
import { StickyTiming } from './timing.tsx';

export type OpenedSticky = GuildInfo['stickyMessages'][number];

interface EditorProps {
  readonly server: GuildInfo;
  readonly opened: OpenedSticky | 'new';
  readonly words: PlaceholderWords;
  readonly onLeave: () => void;
  readonly onSaved: (channelId: ChannelId) => void;
}

export function StickyEditor({ server, opened, words, onLeave, onSaved }: EditorProps) {
  const t = useTranslations('sticky-message');
  const client = useQueryClient();
  const put = useMutation(saveSticky(client, server.guildId));
  const fields = useStickyFields();
  const rowsOf = useDraftRows<StickyDraft>(server.guildId, fields);
  const which = opened === 'new' ? undefined : opened.channelId;
  const edit = useRecordDraft<StickyDraft>({
    name: `${server.guildId} sticky ${which ?? 'new'}`,
    leaves: opened === 'new',
    stored: opened === 'new' ? unstored(emptyDraft) : storedAs(opened, draftOf),
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
  const { draft } = edit;
  const lockedOf = useLockedParts(server);
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const { value } = draft;
  const problems = useProblems('sticky', value.message);
  const hasProblems = value.channelId === null || hasBadFigure(value) || problems.length > 0;
  return (
    <>
      <Button variant="ghost" size="compact" className="-ms-2 mb-2" onClick={onLeave}>
        <Icon of={ArrowLeft} className="rtl:-scale-x-100" />
        {t('back')}
      </Button>
      <PageHeader title={<Title server={server} opened={opened} />} />
      <BesidePreview
        words={{ view: t('view'), edit: t('edit'), preview: t('preview') }}
        preview={
          <>
            <PreviewPanel
              body={{ message: toBody(value.message) }}
              source={serverPreview(server.guildId, 'sticky')}
              names={{ roles: discord?.roles ?? [], channels: discord?.channels ?? [] }}
            />
            {draft.changed.length > 0 && <ProblemList problems={problems} />}
          </>
        }
      >
        <StickyTiming server={server} value={value} channels={discord?.channels} set={edit.set} />
        <Card>
          <CardBody>
            <h2 className="mb-3 font-semibold text-lead">{t('message')}</h2>
            <MessageEditor
              serverId={server.guildId}
              type="sticky"
              value={value.message}
              onChange={(field, to) => draft.change(field, (now) => ({ ...now, message: to(now.message) }))}
              words={words}
              locked={lockedOf(value.message)}
            />
          </CardBody>
        </Card>
      </BesidePreview>
      <DraftBar edit={edit} nameOf={(field) => t(`fields.${field}`)} rowsOf={rowsOf} hasProblems={hasProblems} />
    </>
  );
}

function Title({ server, opened }: Pick<EditorProps, 'server' | 'opened'>) {
  const t = useTranslations('sticky-message');
  return opened === 'new' ? t('addTitle') : <OfChannel server={server} sticky={opened} />;
}

function OfChannel({ server, sticky }: { server: GuildInfo; sticky: OpenedSticky }) {
  const t = useTranslations('sticky-message');
  return t('editTitle', { channel: useChannelName(server, sticky.channelId) });
}
