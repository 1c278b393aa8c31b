'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useState } from 'react';
import { serverQuery } from '../../shell/server/api.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { PlaceholderWords } from '../message-editor/template/suggestions.tsx';
import { StickyEditor } from './editor.tsx';
import { StickyList } from './list.tsx';

interface ScreenProps {
  readonly serverId: ServerId;
  readonly words: PlaceholderWords;
}

export function StickyScreen(props: ScreenProps) {
  const server = useQuery(serverQuery(props.serverId)).data;
  return <NuqsAdapter>{server ? <Chosen {...props} server={server} /> : <Waiting />}</NuqsAdapter>;
}

/** The edited message is part of the address: `?channel=…`, or `new`. */
function Chosen({ server, words }: ScreenProps & { server: GuildInfo }) {
  const [channel, setChannel] = useQueryState('channel', parseAsString.withOptions({ history: 'push' }));
  const found = server.stickyMessages.find((each) => each.channelId === channel);
  // Another person may remove it during an edit: the draft stays.
  const [held, hold] = useState(found);
  if (found && found !== held) hold(found);
  const opened = found ?? (held?.channelId === channel ? held : undefined);
  if (channel === 'new' || opened) {
    return (
      <StickyEditor
        key={channel}
        server={server}
        opened={opened ?? 'new'}
        words={words}
        onLeave={() => {
          hold(undefined);
          void setChannel(null);
        }}
        onSaved={(channelId) => void setChannel(channelId, { history: 'replace' })}
      />
    );
  }
  return <StickyList server={server} onOpen={(next) => void setChannel(next)} />;
}

function Waiting() {
  const t = useTranslations('sticky-message');
  const ui = useTranslations('ui');
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <Loading label={ui('loading')} className="grid gap-2">
        <Skeleton className="h-[72px] w-full" />
        <Skeleton className="h-[72px] w-full" />
      </Loading>
    </>
  );
}
