'use client';

import type { StreamerMessageType } from '@tally/contract/message-editor/types';
import type { StreamerInDetail } from '@tally/contract/notifications/streamers';
import { plainName } from '@tally/contract/platforms/namesakes';
import type { Platform } from '@tally/contract/platforms/platform';
import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CallError } from '../../../lib/call.ts';
import { storedAs } from '../../../lib/drafts/record-draft.ts';
import { hasAnswered } from '../../../lib/live/query-client.ts';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { DraftBar } from '../../../shell/drafts/draft-bar.tsx';
import { useRecordDraft } from '../../../shell/drafts/use-record-draft.ts';
import { Failed } from '../../../shell/failed.tsx';
import { discordDataQuery, serverQuery } from '../../../shell/server/api.ts';
import { capabilitiesQuery } from '../../../shell/server/followed.ts';
import { useDraftRows } from '../../../shell/server/values/use-rows.ts';
import { Card, CardBody } from '../../../ui/card.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useProblems } from '../../message-editor/editor/message-editor.tsx';
import { ProblemList } from '../../message-editor/editor/problem-list.tsx';
import { BesidePreview, twoColumns } from '../../message-editor/preview/beside-preview.tsx';
import { PreviewPanel } from '../../message-editor/preview/preview-panel.tsx';
import { sentTypes } from '../../message-editor/reach.ts';
import type { PlaceholderWords } from '../../message-editor/template/suggestions.tsx';
import { Unwatched } from '../../message-editor/unwatched.tsx';
import { type StreamerAddress, saveStreamer, streamerJournalQuery, streamerPreview, streamerQuery } from '../api.ts';
import { useLiveJournal } from '../live-journal.ts';
import { lastPosted } from '../signal.ts';
import { changeOf, draftOf, messageKey, type StreamerDraft, wholeOf } from './draft-of.ts';
import { useStreamerFields } from './field-words.ts';
import { Folds } from './folds.tsx';
import { EditorHeader } from './header.tsx';
import { LastPath } from './last-path.tsx';
import { NotFollowed } from './not-followed.tsx';
import type { EditorSceneProps } from './scene.ts';
import { MessageSection, useDefaultMessage } from './sections/message.tsx';
import { WhereSection } from './sections/where.tsx';
import { StartsAfter } from './starts-after.tsx';

export interface EditorProps {
  readonly serverId: ServerId;
  readonly platform: Platform;
  readonly name: string;
  readonly words: PlaceholderWords;
  /** The site's name for the browser tab. */
  readonly siteName: string;
}

export function StreamerEditor(props: EditorProps) {
  const { serverId, platform, name } = props;
  const address: StreamerAddress = { serverId, platform, name };
  const streamer = useQuery(streamerQuery(address));
  // The last post is shown above the form, so waiting for it keeps the form in place.
  const journal = useQuery(streamerJournalQuery(address));
  if (streamer.isError && !streamer.data) {
    if (streamer.error instanceof CallError && streamer.error.code === 'streamerNotFound')
      return <NotFollowed address={address} />;
    return <Failed error={streamer.error} onRetry={() => void streamer.refetch()} />;
  }
  if (!streamer.data || !hasAnswered(journal)) return <EditorSkeleton />;
  return <Editor key={`${platform} ${name}`} {...props} address={address} streamer={streamer.data} />;
}

const isDraft = (value: unknown): value is StreamerDraft =>
  typeof value === 'object' && value !== null && 'pingRoleId' in value;

function Editor({
  serverId,
  platform,
  words,
  siteName,
  address,
  streamer,
}: EditorProps & { address: StreamerAddress; streamer: StreamerInDetail }) {
  const t = useTranslations('notifications.editor');
  const server = useQuery(serverQuery(serverId)).data;
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const journal = useQuery(streamerJournalQuery(address)).data?.rows ?? [];
  useLiveJournal(serverId);

  const draftName = `${serverId} ${platform} ${address.name}`;
  const client = useQueryClient();
  const put = useMutation(saveStreamer(client, address));
  const fields = useStreamerFields();
  const rowsOf = useDraftRows<StreamerDraft>(serverId, fields);
  const edit = useRecordDraft<StreamerDraft>({
    name: draftName,
    stored: storedAs(streamer, draftOf),
    isDraft,
    nameOf: namesFrom(t),
    send: ({ value, changed, version }) => put.mutateAsync({ body: changeOf(platform, value, changed), version }),
    fetchStored: async () => storedAs(await client.fetchQuery({ ...streamerQuery(address), staleTime: 0 }), draftOf),
  });
  const { draft } = edit;
  const scene: EditorSceneProps = { platform, streamer, server, discord, draft };

  const reach = useQuery(capabilitiesQuery(address)).data;
  const types = sentTypes(platform, reach);
  const [type, setType] = useState<StreamerMessageType>(types[0]);
  const own = draft.value[messageKey(type)] ?? null;
  const standard = useDefaultMessage(type, server);
  const shown = own ?? standard;
  const problems = useProblems(type, shown);

  return (
    <>
      <EditorHeader
        scene={scene}
        lastTest={journal.find((row) => row.kind === 'test')}
        type={type}
        siteName={siteName}
        addressName={plainName(address.name)}
      />
      <StartsAfter streamer={streamer} />
      <LastPath last={lastPosted(journal)} discord={discord} />
      <BesidePreview
        words={{ view: t('view'), edit: t('message'), preview: t('preview') }}
        preview={
          <>
            <PreviewPanel
              body={wholeOf(platform, draft.value)}
              source={streamerPreview(address, type)}
              names={{ roles: discord?.roles ?? [], channels: discord?.channels ?? [] }}
            />
            <ProblemList problems={problems} />
          </>
        }
      >
        <Card>
          <CardBody>
            <div className="mb-6">
              <WhereSection {...scene} />
            </div>
            <h2 className="font-semibold text-lead">{t('message')}</h2>
            <Tabs
              label={t('messageKinds')}
              className="mb-3"
              value={type}
              onChange={setType}
              tabs={types.map((each) => ({ value: each, label: t(`types.${each}`) }))}
            />
            <Unwatched className="-mt-1 mb-3" platform={platform} reach={reach} />
            <MessageSection key={type} scene={scene} type={type} words={words} />
            <Folds scene={scene} journal={journal} />
          </CardBody>
        </Card>
      </BesidePreview>
      <DraftBar
        edit={edit}
        nameOf={(field) => fields(field).name}
        rowsOf={rowsOf}
        hasProblems={own !== null && problems.length > 0}
      />
    </>
  );
}

function EditorSkeleton() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')}>
      <Skeleton className="mb-4 h-20 w-80" />
      <Skeleton className="mb-6 h-24 w-full" />
      <div className={twoColumns}>
        <Skeleton className="h-[520px] w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
    </Loading>
  );
}
