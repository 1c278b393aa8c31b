'use client';

import type { EmoteSets } from '@tally/contract/emotes/calls';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { type EmoteList, previewPath, type Shown } from './api.ts';
import { Grid } from './grid.tsx';

const shownIn = (list: EmoteList): Shown[] =>
  list.emotes.map((emote) => ({
    ...emote,
    key: `${list.source}/${emote.id}`,
    source: list.source,
    preview: previewPath(list.source, emote.id),
  }));

/** Shows the selectable emotes of a channel. `head` acts on all of them, `children` on the selected ones. */
export function Sets({
  data,
  head,
  children,
}: {
  data: EmoteSets;
  head?: (all: readonly Shown[]) => ReactNode;
  children: (chosen: readonly Shown[], onClear: () => void) => ReactNode;
}) {
  const t = useTranslations('emotes');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const sources = [...new Set(data.sets.map(({ source }) => source))];
  const listed = data.sets.flatMap(shownIn);
  const all = [...new Map(listed.map((emote) => [emote.key, emote])).values()];
  if (data.sets.length === 0) return <EmptyState title={t('none')} />;
  return (
    <section aria-label={data.username} className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Field label={t('search')} className="w-full max-w-sm">
          <FieldInput
            type="search"
            maxLength={100}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Field>
        {all.length > 0 && head?.(all)}
      </div>
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
                    title={t(`of.${list.isEmojis ? 'emojis' : list.of}`)}
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
      {children(
        all.filter(({ key }) => chosen.has(key)),
        () => setChosen(new Set()),
      )}
    </section>
  );
}

export function SetsLoading() {
  const words = useTranslations('ui');
  return (
    <Loading label={words('loading')} className="grid grid-cols-[repeat(auto-fill,minmax(88px,1fr))] gap-2">
      {Array.from({ length: 24 }, (_, at) => (
        <Skeleton key={at} className="h-[98px] w-full" />
      ))}
    </Loading>
  );
}
