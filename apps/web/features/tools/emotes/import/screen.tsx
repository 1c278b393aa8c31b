'use client';

import { emotePlatforms } from '@tally/contract/platforms/words';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { Failed } from '../../../../shell/failed.tsx';
import { PageHeader } from '../../../../ui/page-header.tsx';
import { emotesQuery } from '../api.ts';
import { Sets, SetsLoading } from '../sets.tsx';
import { type Channel, importsQuery, isOpen, optionsQuery } from './api.ts';
import { ChannelForm } from './channel-form.tsx';
import { ImportList } from './list.tsx';
import { Wanted } from './wanted.tsx';

export function ImportScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('emotes.import');
  const hasImports = useQuery(importsQuery(serverId)).data?.length !== 0;
  const list = <ImportList serverId={serverId} />;
  return (
    <NuqsAdapter>
      <PageHeader title={t('title')} description={t('text')} />
      <div className="grid gap-8">
        {hasImports && list}
        <Choosing serverId={serverId} />
        {/* Before the first import the list is empty, so the form comes first. */}
        {!hasImports && list}
      </div>
    </NuqsAdapter>
  );
}

/** The URL contains the channel: `?channel=kick/xqc`. */
function Choosing({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('emotes.import');
  const [address, setAddress] = useQueryState(
    'channel',
    parseAsString.withDefault('').withOptions({ history: 'push' }),
  );
  const channel = channelIn(address);
  return (
    <section aria-label={t('choose')} className="grid gap-6">
      <ChannelForm
        key={address}
        channel={channel}
        onChoose={({ platform, name }) => void setAddress(`${platform}/${name}`)}
      />
      {channel && <EmotesOf key={address} serverId={serverId} channel={channel} />}
    </section>
  );
}

function channelIn(address: string): Channel | null {
  const [word, name = ''] = address.split('/');
  const platform = emotePlatforms.find((each) => each === word);
  return platform && name !== '' ? { platform, name } : null;
}

function EmotesOf({ serverId, channel }: { serverId: ServerId; channel: Channel }) {
  const isBusy = useQuery(importsQuery(serverId)).data?.some(isOpen) ?? false;
  const emotes = useQuery(emotesQuery(channel.platform, channel.name));
  const options = useQuery(optionsQuery(serverId, channel, isBusy));
  const failed = [emotes, options].find(({ error, data }) => error && !data);
  if (failed?.error) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!emotes.data || !options.data) return <SetsLoading />;
  const { data } = options;
  return (
    <Sets data={emotes.data}>
      {(chosen, onClear) => (
        <Wanted
          serverId={serverId}
          channel={channel}
          options={data}
          emotes={chosen}
          isBusy={isBusy}
          onClear={onClear}
        />
      )}
    </Sets>
  );
}
