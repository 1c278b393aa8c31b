'use client';

import type { StreamerMessageType } from '@tally/contract/message-editor/types';
import type { Streamer } from '@tally/contract/notifications/streamers';
import { defaultMessage } from '@tally/message/defaults';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { isLocked, PremiumCrown } from '../../../../shell/premium-lock.tsx';
import { serverQuery } from '../../../../shell/server/api.ts';
import { capabilitiesQuery } from '../../../../shell/server/followed.ts';
import { Field } from '../../../../ui/fields/field.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { type EditedMessage, toEdited } from '../../../message-editor/editor/body.ts';
import { MessageEditor, useProblems } from '../../../message-editor/editor/message-editor.tsx';
import { sentTypes } from '../../../message-editor/reach.ts';
import { useLockedParts } from '../../../message-editor/server/locked-parts.tsx';
import type { PlaceholderWords } from '../../../message-editor/template/suggestions.tsx';
import { Unwatched } from '../../../message-editor/unwatched.tsx';
import { isWhole, streamersQuery } from '../../api.ts';
import { shownName } from '../../shown-name.ts';
import { rowKey } from '../arrange.ts';
import { ownMessages } from './plan.ts';
import type { BulkChange } from './steps.ts';

const STANDARD = 'standard';
const NEW = 'new';

interface ChoiceProps {
  streamers: readonly Streamer[];
  words: PlaceholderWords;
  /** Receives the chosen change, or null while the choice is incomplete. */
  onChange: (change: BulkChange | null) => void;
}

/** Chooses one message for several streamers: the default, a new one, or a copy from another streamer in the list. */
export function MessageChoice({ streamers, words, onChange }: ChoiceProps) {
  const t = useTranslations('notifications.bulk');
  const names = useTranslations('notifications.editor.types');
  const locale = useLocale();
  const [first] = streamers;
  const platform = first?.platform ?? 'kick';
  const { types, reach } = useSent(first);
  const [type, setType] = useState<StreamerMessageType>(types[0]);
  const [source, setSource] = useState(STANDARD);
  const [message, setMessage] = useState<EditedMessage | null>(null);
  const { models, isOwnLocked, lockedOf } = useModels(first, type);
  const problems = useProblems(type, message ?? empty);
  const isReady = message === null || problems.length === 0;
  const tell = useEffectEvent((change: BulkChange | null) => onChange(change));
  useEffect(() => tell(isReady ? { kind: 'message', type, message } : null), [type, message, isReady]);

  const choose = (next: string, of: StreamerMessageType) => {
    setSource(next);
    const model = models.find((each) => rowKey(each) === next);
    if (next === STANDARD) setMessage(null);
    else setMessage((model && ownMessages(model)[of]) ?? toEdited(defaultMessage(of, locale)));
  };
  return (
    <>
      <Field label={t('messageKind')}>
        <Select
          label={t('messageKind')}
          choices={types.map((each) => ({ value: each, label: names(each) }))}
          value={type}
          onChange={(next) => {
            setType(next);
            choose(STANDARD, next);
          }}
        />
      </Field>
      <Unwatched platform={platform} reach={reach} />
      <Field
        label={t('messageFrom')}
        aside={isOwnLocked ? <PremiumCrown flag="SwitchStreamerAndGuildEmbeds" /> : undefined}
      >
        <Select
          label={t('messageFrom')}
          choices={[
            { value: STANDARD, label: t('fromServer') },
            { value: NEW, label: t('fromNew'), disabled: isOwnLocked },
            ...models.map((each) => ({
              value: rowKey(each),
              label: t('fromOne', { name: shownName(each) }),
              disabled: isOwnLocked,
            })),
          ]}
          value={source}
          onChange={(next) => choose(next, type)}
        />
      </Field>
      {message && first && (
        <div className="rounded-card border border-line p-3">
          <MessageEditor
            key={`${type} ${source}`}
            serverId={first.guildId}
            type={type}
            value={message}
            words={words}
            onChange={(_field, to) => setMessage((now) => to(now ?? empty))}
            locked={lockedOf(message)}
          />
        </div>
      )}
    </>
  );
}

/** Returns the kinds of message that this installation sends for these streamers. */
function useSent(first: Streamer | undefined) {
  const platform = first?.platform ?? 'kick';
  const address = { serverId: first?.guildId, platform } as Parameters<typeof capabilitiesQuery>[0];
  const reach = useQuery({ ...capabilitiesQuery(address), enabled: first !== undefined }).data;
  return { types: sentTypes(platform, reach), reach };
}

const empty = toEdited({});
/** The maximum number of streamers to copy a custom message from. */
const MOST_MODELS = 50;

/** Returns the streamers with a message to copy, and the features that the plan lacks. */
function useModels(first: Streamer | undefined, type: StreamerMessageType) {
  const address = { serverId: first?.guildId, platform: first?.platform } as Parameters<typeof streamersQuery>[0];
  const list = useQuery({ ...streamersQuery(address), enabled: first !== undefined }).data?.streamers ?? [];
  const server = useQuery({ ...serverQuery(address.serverId), enabled: first !== undefined }).data;
  const models = list
    .filter(isWhole)
    .filter((each) => each.customMessages.some((own) => own.type === type))
    .slice(0, MOST_MODELS);
  return {
    models,
    isOwnLocked: isLocked(server, 'SwitchStreamerAndGuildEmbeds'),
    lockedOf: useLockedParts(server),
  };
}
