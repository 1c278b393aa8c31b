'use client';

import type { ShortStreamer } from '@tally/contract/notifications/streamers';
import type { ServerId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { type Candidate, keyOf } from './search.ts';
import { type CandidateNote, StreamerField } from './streamer-field.tsx';
import { useFollowed, useFollowedSearch } from './use-followed.ts';

/** Chooses one of the streamers that a server follows. */
export function FollowedField({
  serverId,
  label,
  hint,
  error,
  isHidden,
  noteOf,
  isReadOnly,
  onTake,
}: {
  serverId: ServerId;
  label: string;
  hint?: ReactNode;
  error?: ReactNode;
  /** Returns true for streamers that are already chosen. */
  isHidden?: (streamer: ShortStreamer) => boolean;
  noteOf?: (streamer: ShortStreamer) => CandidateNote | null;
  isReadOnly?: boolean;
  onTake: (streamer: ShortStreamer) => void;
}) {
  const t = useTranslations('streamers');
  const [text, setText] = useState('');
  const [active, setActive] = useState<Candidate | null>(null);
  const followed = useFollowed(serverId);
  const noteFor = (row: Candidate): CandidateNote | null => {
    const streamer = followed.get(keyOf(row));
    return streamer ? (noteOf?.(streamer) ?? null) : { text: t('notFollowed'), isOff: true };
  };
  const search = useFollowedSearch({ followed, text, isOff: (row) => noteFor(row)?.isOff ?? false });
  const rows = search.rows.filter((row) => {
    const streamer = followed.get(keyOf(row));
    return !streamer || !isHidden?.(streamer);
  });
  const take = (row: Candidate | null) => {
    const streamer = row && followed.get(keyOf(row));
    if (!streamer) return;
    setText('');
    setActive(null);
    onTake(streamer);
  };
  return (
    <StreamerField
      label={label}
      hint={hint}
      error={error}
      text={text}
      onText={setText}
      search={{ ...search, rows }}
      active={active ?? search.first}
      onActive={setActive}
      onTake={take}
      noteOf={noteFor}
      onEnter={() => void search.take(active).then(take)}
      isReadOnly={isReadOnly}
      closesOnBlur
    />
  );
}
