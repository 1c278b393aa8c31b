'use client';

import type { StickyMessage } from '@tally/contract/message-editor/bodies';
import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { NO_RECORD } from '@tally/contract/wire/record-version';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useState } from 'react';
import { UndoRemoval } from '../../shell/drafts/undo-bar.tsx';
import { useLimit } from '../../shell/limited-list.tsx';
import { serverQuery } from '../../shell/server/api.ts';
import { BackToList, useOpenEntry } from '../../shell/server/open-entry.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { PlaceholderWords } from '../message-editor/template/suggestions.tsx';
import { removeSticky, saveSticky } from './api.ts';
import { StickyEditor } from './editor.tsx';
import { RemoveSticky, StickyList } from './list.tsx';

interface ScreenProps {
  readonly serverId: ServerId;
  readonly words: PlaceholderWords;
}

export function StickyScreen(props: ScreenProps) {
  const server = useQuery(serverQuery(props.serverId)).data;
  return <NuqsAdapter>{server ? <Chosen {...props} server={server} /> : <Waiting />}</NuqsAdapter>;
}

/** The URL contains the edited message: `?channel=…`, or `new`. */
function Chosen({ server, words }: ScreenProps & { server: GuildInfo }) {
  const t = useTranslations('sticky-message');
  const client = useQueryClient();
  const [removed, setRemoved] = useState<StickyMessage | null>(null);
  const remove = useMutation(removeSticky(client, server.guildId));
  const save = useMutation(saveSticky(client, server.guildId));
  const { stickyMessages: stickies } = server;
  const entry = useOpenEntry('channel', stickies, ({ channelId }) => channelId);
  const { opened, open, leave } = entry;
  const { add, crown, use, warning } = useLimit({
    home: 'sticky-message',
    server,
    count: stickies.length,
    onAdd: () => open('new'),
  });
  const onRemove = (sticky: StickyMessage) =>
    remove.mutate(sticky.channelId, {
      onSuccess: () => {
        setRemoved(sticky);
        leave();
      },
    });
  return (
    <>
      <BackToList label={t('back')} entry={entry} count={stickies.length} />
      {opened === null ? (
        <StickyList
          server={server}
          removing={remove.isPending ? remove.variables : undefined}
          onOpen={open}
          onRemove={onRemove}
        />
      ) : (
        <StickyEditor
          key={entry.key}
          server={server}
          opened={opened}
          words={words}
          notice={warning}
          actions={
            opened !== 'new' && (
              <>
                {use}
                {crown}
                <RemoveSticky server={server} sticky={opened} isBusy={remove.isPending} onRemove={onRemove} />
                {add}
              </>
            )
          }
          onLeave={leave}
          onSaved={entry.saved}
        />
      )}
      {removed && (
        <UndoRemoval
          key={removed.channelId}
          sentence={t('removed')}
          bringBack={() => save.mutateAsync({ body: removed, version: NO_RECORD })}
          onDone={() => setRemoved(null)}
        />
      )}
    </>
  );
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
