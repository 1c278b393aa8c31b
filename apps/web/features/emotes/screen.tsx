'use client';

import type { EmotePlatform, EmoteSets } from '@tally/contract/emotes';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';
import { Failed } from '../../shell/failed.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, FieldInput } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { type EmoteList, emotesQuery, previewPath, type Shown } from './api.ts';
import { Chosen } from './chosen.tsx';
import { Grid } from './grid.tsx';

/** The channel stands in the address, so that a grid can be shared. */
export function EmotesScreen({ platform }: { platform: EmotePlatform }) {
  const t = useTranslations('emotes');
  const words = useTranslations('ui');
  const [name, setName] = useQueryState('channel', parseAsString.withDefault('').withOptions({ history: 'push' }));
  const { data, error, isLoading, refetch } = useQuery(emotesQuery(platform, name));
  return (
    <div className="grid gap-6">
      <form
        key={name}
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('channel');
          void setName(nameIn(typeof typed === 'string' ? typed : '') || null);
        }}
      >
        <Field label={t('channel')} className="w-full max-w-sm">
          <FieldInput
            name="channel"
            defaultValue={name}
            placeholder="xqc"
            maxLength={100}
            required
            autoComplete="off"
          />
        </Field>
        <Button type="submit" variant="primary" isPending={isLoading}>
          <Icon of={Search} />
          {t('show')}
        </Button>
      </form>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {isLoading && (
        <Loading label={words('loading')} className="grid grid-cols-[repeat(auto-fill,minmax(88px,1fr))] gap-2">
          {Array.from({ length: 24 }, (_, at) => (
            <Skeleton key={at} className="h-[98px] w-full" />
          ))}
        </Loading>
      )}
      {data && <Emotes key={name} platform={platform} data={data} />}
    </div>
  );
}

/** Somebody pastes the address of the channel. */
const nameIn = (text: string): string =>
  text
    .trim()
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/^.*[/@]/, '');

const shownIn = (list: EmoteList): Shown[] =>
  list.emotes.map((emote) => ({
    ...emote,
    key: `${list.source}/${emote.id}`,
    preview: previewPath(list.source, emote.id),
  }));

function Emotes({ platform, data }: { platform: EmotePlatform; data: EmoteSets }) {
  const t = useTranslations('emotes');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const sources = [...new Set(data.sets.map(({ source }) => source))];
  const all = data.sets.flatMap(shownIn);
  if (data.sets.length === 0) return <EmptyState title={t('none')} />;
  return (
    <section aria-label={data.username} className="grid gap-4">
      <Field label={t('search')} className="max-w-sm">
        <FieldInput type="search" maxLength={100} value={search} onChange={(event) => setSearch(event.target.value)} />
      </Field>
      <Tabs label={t('sources')} tabs={sources.map((source) => ({ value: source, label: t(`source.${source}`) }))}>
        {sources.map((source) => (
          <TabPanel key={source} value={source} className="grid gap-6">
            {data.sets
              .filter((list) => list.source === source)
              .map((list) =>
                list.isUnavailable ? (
                  <EmptyState key="away" title={t('away', { source: t(`source.${source}`) })} text={t('awayText')} />
                ) : (
                  <Grid
                    key={list.emotes[0]?.id}
                    title={t(`of.${list.of}`)}
                    emotes={shownIn(list).filter(({ name }) =>
                      name.toLowerCase().includes(search.trim().toLowerCase()),
                    )}
                    chosen={chosen}
                    onChoose={setChosen}
                  />
                ),
              )}
          </TabPanel>
        ))}
      </Tabs>
      <Chosen
        platform={platform}
        emotes={all.filter(({ key }, at) => chosen.has(key) && all.findIndex((each) => each.key === key) === at)}
        onClear={() => setChosen(new Set())}
      />
    </section>
  );
}
