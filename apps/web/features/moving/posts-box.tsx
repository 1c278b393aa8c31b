'use client';

import { moveLimits } from '@tally/contract/moving/limits';
import type { ChannelId, ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { Refused } from '../../shell/failed.tsx';
import { Fetching } from '../../shell/fetching.tsx';
import { discordDataQuery } from '../../shell/server/api.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { type PostChannels, postChannelsQuery, readPosts } from './api.ts';

type Known = PostChannels['channels'][number] & { readonly name: string };

/** Chooses the channels whose posts we read. */
export function PostsBox({ serverId, onList }: { serverId: ServerId; onList: () => void }) {
  const t = useTranslations('moving.posts');
  const posts = useQuery(postChannelsQuery(serverId));
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles']));
  if (!posts.data) return <Fetching {...posts} className="h-72" />;
  if (!discord.data) return <Fetching {...discord} className="h-72" />;
  const { problem, portalUrl, channels } = posts.data;
  if (problem)
    return (
      <EmptyState
        title={t(`${problem}.title`)}
        text={t(portalUrl === null ? `${problem}.text` : `${problem}.ownerText`)}
        action={
          portalUrl === null ? (
            <Button onClick={onList}>{t('list')}</Button>
          ) : (
            <a href={portalUrl} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
              {t(`${problem}.open`)}
            </a>
          )
        }
      />
    );
  const names = new Map(discord.data.channels?.map(({ id, name }) => [id, name]));
  const known = channels
    .flatMap((each): Known[] => {
      const name = names.get(each.channelId);
      return name === undefined ? [] : [{ ...each, name }];
    })
    .toSorted((one, other) => other.posts - one.posts || Number(other.canRead) - Number(one.canRead));
  return <Choice serverId={serverId} channels={known} />;
}

function Choice({ serverId, channels }: { serverId: ServerId; channels: readonly Known[] }) {
  const t = useTranslations('moving.posts');
  const [chosen, setChosen] = useState(() =>
    channels
      .filter(({ posts, canRead }) => posts > 0 && canRead)
      .slice(0, moveLimits.channels)
      .map(({ channelId }) => channelId),
  );
  const [depth, setDepth] = useState(String(moveLimits.depths[1]));
  const [isTried, setTried] = useState(false);
  const read = useMutation(readPosts(useQueryClient(), serverId));
  const isWrong = chosen.length === 0 || chosen.length > moveLimits.channels;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isWrong) read.mutate({ channelIds: chosen, depth: Number(depth) });
  };
  const tick = (id: ChannelId, isOn: boolean) =>
    setChosen((before) => (isOn ? [...before, id] : before.filter((each) => each !== id)));
  return (
    <form
      noValidate
      aria-label={t('title')}
      onSubmit={submit}
      className="grid gap-4 rounded-panel border border-line p-4 sm:p-6"
    >
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">{t('channels')}</legend>
        <p className="text-muted text-small">{t('hint')}</p>
        <ul className="max-h-80 overflow-y-auto rounded-control border border-line px-3 py-1">
          {channels.map(({ channelId, name, canRead, posts }) => (
            <li key={channelId}>
              <label className="flex min-h-11 items-center gap-3">
                <Checkbox
                  label={`#${name}`}
                  checked={chosen.includes(channelId)}
                  disabled={!canRead}
                  onChange={(isOn) => tick(channelId, isOn)}
                />
                <bdi className="min-w-0 truncate">{`#${name}`}</bdi>
                {posts > 0 && <span className="shrink-0 text-muted text-small">{t('found', { count: posts })}</span>}
                {!canRead && <span className="min-w-0 text-muted text-small">{t('closed')}</span>}
              </label>
            </li>
          ))}
        </ul>
        {isTried && isWrong && (
          <p role="alert" className="text-red text-small">
            {chosen.length === 0 ? t('none') : t('tooMany', { max: moveLimits.channels })}
          </p>
        )}
      </fieldset>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Field label={t('depth')} className="w-full sm:w-72">
          <Select
            label={t('depth')}
            value={depth}
            onChange={setDepth}
            choices={moveLimits.depths.map((count, place) => ({
              value: String(count),
              label: place < 2 ? t('newest', { count }) : t('oldest', { count }),
            }))}
          />
        </Field>
        <Button type="submit" variant="primary" isPending={read.isPending}>
          {t('read')}
        </Button>
      </div>
      <Refused error={read.error} />
    </form>
  );
}
