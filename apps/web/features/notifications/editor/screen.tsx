'use client';

import type { ServerId } from '@tally/contract/ids';
import type { StreamerMessageType } from '@tally/contract/message-types';
import type { Platform, RumbleType } from '@tally/contract/platforms';
import type { StreamerInDetail } from '@tally/contract/streamers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { namesFrom } from '../../../lib/plain-refusal.ts';
import { hasAnswered } from '../../../lib/query-client.ts';
import { Failed, useFailure } from '../../../shell/failed.tsx';
import { SaveProblem } from '../../../shell/save-problem.tsx';
import { toast } from '../../../shell/toast.ts';
import { UnsavedBar } from '../../../shell/unsaved-bar.tsx';
import { Card, CardBody } from '../../../ui/card.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { changedFields } from '../../message-editor/draft.ts';
import { useProblems } from '../../message-editor/editor/message-editor.tsx';
import { ProblemList } from '../../message-editor/editor/problem-list.tsx';
import { BesidePreview, twoColumns } from '../../message-editor/preview/beside-preview.tsx';
import { PreviewPanel } from '../../message-editor/preview/preview-panel.tsx';
import type { PlaceholderWords } from '../../message-editor/template/suggestions.tsx';
import { useKeptHistory } from '../../message-editor/use-kept-draft.ts';
import { discordDataQuery, serverQuery } from '../../servers/api.ts';
import { capabilitiesQuery, type StreamerAddress, saveStreamer, streamerJournalQuery, streamerQuery } from '../api.ts';
import { useLiveJournal } from '../live-journal.ts';
import { sentTypes } from '../reach.ts';
import { lastPosted } from '../signal.ts';
import { Unwatched } from '../unwatched.tsx';
import { changeOf, conflictsOf, draftOf, messageKey, type StreamerDraft } from './draft-of.ts';
import { useFieldName } from './field-name.ts';
import { Folds } from './folds.tsx';
import { EditorHeader } from './header.tsx';
import { LastPath } from './last-path.tsx';
import { MessageSection, useDefaultMessage } from './message-section.tsx';
import type { EditorSceneProps } from './scene.ts';
import { useValues } from './values.ts';
import { WhereSection } from './where-section.tsx';

export interface EditorProps {
  readonly serverId: ServerId;
  readonly platform: Platform;
  readonly name: string;
  readonly rumbleType?: RumbleType | undefined;
  readonly words: PlaceholderWords;
  /** Our own name: the bot's in the preview, the site's in the browser's tab. */
  readonly bot: string;
}

export function StreamerEditor(props: EditorProps) {
  const { serverId, platform, name, rumbleType } = props;
  const address: StreamerAddress = { serverId, platform, name, rumbleType };
  const streamer = useQuery(streamerQuery(address));
  // The last post is shown above the form: waiting for it keeps the form from being pushed down under a reader.
  const journal = useQuery(streamerJournalQuery(address));
  if (streamer.isError && !streamer.data) {
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
  bot,
  address,
  streamer,
}: EditorProps & { address: StreamerAddress; streamer: StreamerInDetail }) {
  const t = useTranslations('notifications.editor');
  const nameOf = useFieldName();
  const server = useQuery(serverQuery(serverId)).data;
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const journal = useQuery(streamerJournalQuery(address)).data?.rows ?? [];
  useLiveJournal(serverId);

  const draftName = `${serverId} ${platform} ${address.rumbleType ?? ''} ${address.name}`;
  const draft = useKeptHistory<StreamerDraft>(draftName, draftOf(streamer), isDraft);
  const scene: EditorSceneProps = { platform, streamer, server, discord, draft };

  const reach = useQuery(capabilitiesQuery(address)).data;
  const types = sentTypes(platform, reach);
  const [type, setType] = useState<StreamerMessageType>(types[0]);
  const own = draft.value[messageKey(type)] ?? null;
  const standard = useDefaultMessage(type);
  const shown = own ?? standard;
  const problems = useProblems(type, shown);
  const values = useValues(scene);
  const save = useSave({ address, scene });

  return (
    <>
      <EditorHeader scene={scene} lastTest={journal.find((row) => row.kind === 'test')} siteName={bot} />
      <LastPath last={lastPosted(journal)} discord={discord} />
      <BesidePreview
        words={{ view: t('view'), edit: t('message'), preview: t('preview') }}
        preview={
          <>
            <PreviewPanel
              type={type}
              template={shown}
              values={values}
              ping={pingOf(draft.value, type)}
              bot={{ name: bot }}
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
      <UnsavedBar
        changed={draft.changed.map(nameOf)}
        isSaving={save.isPending}
        hasProblems={own !== null && problems.length > 0}
        canUndo={draft.canUndo}
        onUndo={draft.undo}
        onRedo={draft.redo}
        onDiscard={draft.discard}
        onSave={save.run}
      />
      <SaveProblem text={save.problem} />
    </>
  );
}

/** Only live messages ping; a preview shows whom. */
const pingOf = (draft: StreamerDraft, type: StreamerMessageType) =>
  draft.pingRoleId && type.endsWith('Live') ? { roles: [draft.pingRoleId] } : {};

/** Saves what changed. It first fetches what is stored now, so that nobody's work is overwritten unseen. */
function useSave({ address, scene }: { address: StreamerAddress; scene: EditorSceneProps }) {
  const t = useTranslations('notifications.editor');
  const client = useQueryClient();
  const nameOf = useFieldName();
  const { draft, platform } = scene;
  const [conflict, setConflict] = useState<string | null>(null);
  const put = useMutation(saveStreamer(client, address));
  const save = useMutation({
    mutationFn: async () => {
      const now = draftOf(await client.fetchQuery({ ...streamerQuery(address), staleTime: 0 }));
      const both = conflictsOf({ base: draft.saved, theirs: now, ours: draft.changed, changed: changedFields });
      if (both.length > 0) {
        // The conflict is shown once; saving again is the decision to overwrite.
        setConflict(t('conflict', { fields: both.map(nameOf).join(', ') }));
        draft.rebase(now);
        return;
      }
      const mine = Object.fromEntries(draft.changed.map((key) => [key, draft.value[key]]));
      const sentence = await put.mutateAsync(changeOf(platform, draft.value, draft.changed));
      setConflict(null);
      // Other people's changes are taken over, and ours go on top.
      draft.replace({ ...now, ...mine });
      void toast('success', { title: sentence });
    },
    meta: { isQuiet: true },
  });
  const refusal = useFailure(save.error, namesFrom(t));
  const met = draft.changed.length > 0 ? conflict : null;
  return { run: () => save.mutate(), isPending: save.isPending, problem: save.isError ? refusal : met };
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
