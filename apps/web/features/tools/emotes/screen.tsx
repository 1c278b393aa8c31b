'use client';

import type { EmotePlatform } from '@tally/contract/emotes/calls';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { parseAsString, useQueryState } from 'nuqs';
import { Failed } from '../../../shell/failed.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { emotesQuery } from './api.ts';
import { Chosen } from './chosen.tsx';
import { DownloadAll } from './download-all.tsx';
import { Sets, SetsLoading } from './sets.tsx';

/** The URL contains the channel, so people can share its emotes. */
export function EmotesScreen({ platform }: { platform: EmotePlatform }) {
  const t = useTranslations('emotes');
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
          <FieldInput name="channel" defaultValue={name} maxLength={100} required autoComplete="off" />
        </Field>
        <Button icon={Search} type="submit" variant="primary" isPending={isLoading}>
          {t('show')}
        </Button>
      </form>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {isLoading && <SetsLoading />}
      {data && (
        <Sets
          key={name}
          data={data}
          // oxlint-disable-next-line react/no-unstable-nested-components -- Sets calls it as a function, never as a component
          head={(all) => <DownloadAll platform={platform} channel={data.username} emotes={all} />}
        >
          {(chosen, onClear) => (
            <Chosen platform={platform} channel={data.username} emotes={chosen} onClear={onClear} />
          )}
        </Sets>
      )}
    </div>
  );
}

/** Returns the channel name in a pasted link. */
const nameIn = (text: string): string =>
  text
    .trim()
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/^.*[/@]/, '');
