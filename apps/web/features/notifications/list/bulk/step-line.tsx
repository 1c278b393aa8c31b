'use client';

import type { Streamer } from '@tally/contract/notifications/streamers';
import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { ArrowRight, Check, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { isSame } from '../../../../lib/drafts/draft.ts';
import { useFailureText } from '../../../../shell/failed.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { shownName } from '../../shown-name.ts';
import { errorOf, type RunState } from './run.ts';
import type { BulkBody, BulkStep } from './steps.ts';

/** One streamer of a change, with old and new values and the progress. */
export const StepLine = memo(function StepLine({
  streamer,
  step,
  state,
  discord,
}: {
  streamer: Streamer;
  /** The step; null if this streamer does not change. */
  step: BulkStep | null;
  state: RunState | undefined;
  discord: DiscordGuildData | undefined;
}) {
  const t = useTranslations('notifications.bulk');
  const said = useFailureText();
  const error = errorOf(state);
  return (
    <li className="border-b border-line py-2.5 last:border-b-0">
      <div className="flex items-center gap-3">
        <span className="flex min-w-0 flex-1 font-semibold">
          <bdi className="truncate">{shownName(streamer)}</bdi>
        </span>
        <State state={state} />
      </div>
      {step ? (
        <div className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-small wrap-anywhere">
          <span className="sr-only">{t('before')}: </span>
          <span className="min-w-0 text-muted">
            <Values step={step} side="before" discord={discord} />
          </span>
          <Icon of={ArrowRight} size={13} className="shrink-0 text-faint rtl:-scale-x-100" />
          <span className="sr-only">{t('after')}: </span>
          <span className="min-w-0">
            <Values step={step} side="after" discord={discord} />
          </span>
        </div>
      ) : (
        <p className="mt-0.5 text-faint text-small">{t('unchanged')}</p>
      )}
      {error && <p className="mt-1 whitespace-pre-line text-red text-small">{said(error)}</p>}
    </li>
  );
});

function State({ state }: { state: RunState | undefined }) {
  const t = useTranslations('notifications.bulk');
  if (state === undefined) return null;
  if (state === 'waiting') return <span className="text-faint text-small">{t('waiting')}</span>;
  if (state === 'running') {
    return (
      <span className="inline-flex items-center gap-2 text-muted text-small">
        <Spinner />
        {t('running')}
      </span>
    );
  }
  const isDone = state === 'done';
  return (
    <span className={`inline-flex items-center gap-1.5 text-small ${isDone ? 'text-ok' : 'text-red'}`}>
      <Icon of={isDone ? Check : TriangleAlert} size={14} />
      {isDone ? t('done') : t('failed')}
    </span>
  );
}

function Values({
  step: { deed, streamer },
  side,
  discord,
}: {
  step: BulkStep;
  side: 'before' | 'after';
  discord: DiscordGuildData | undefined;
}) {
  const t = useTranslations('notifications.bulk');
  const reasons = useTranslations('notifications.paused');
  if (deed.kind !== 'update') {
    const isFollowed = (deed.kind === 'remove') === (side === 'before');
    return isFollowed ? t('followed') : t('notFollowed');
  }
  const body = side === 'before' ? deed.undo : deed.body;
  if (body.customMessages) return <Words own={body.customMessages} other={deed} />;
  const settings = body as Readonly<Record<string, string | boolean | null | undefined>>;
  if ('startsAfter' in settings) return settings['startsAfter'] ? reasons('otherBot') : t('on');
  if ('paused' in settings) {
    const isByHouse = side === 'before' && streamer.pauseReason !== null && settings['paused'] !== true;
    if (isByHouse && streamer.pauseReason) return reasons(streamer.pauseReason);
    return settings['paused'] === true ? t('paused') : t('on');
  }
  if ('pingRoleId' in settings) {
    const role = discord?.roles?.find((each) => each.id === settings['pingRoleId']);
    return settings['pingRoleId'] === null ? (
      t('nobody')
    ) : (
      <bdi>{`@${role?.name ?? String(settings['pingRoleId'])}`}</bdi>
    );
  }
  const channelName = (id: string | boolean | null | undefined) => {
    if (id === null || id === undefined) return t('noChannel');
    return `#${discord?.channels?.find((each) => each.id === id)?.name ?? String(id)}`;
  };
  const video = settings['videoNotificationChannelId'];
  const live = settings['liveNotificationChannelId'] ?? settings['notificationChannelId'];
  if (!('videoNotificationChannelId' in settings) || video === live) return <bdi>{channelName(live)}</bdi>;
  return <bdi>{`${t('live', { channel: channelName(live) })} · ${t('videos', { channel: channelName(video) })}`}</bdi>;
}

type Own = NonNullable<BulkBody['customMessages']>;

/** Shows the beginning of the changed message. Other messages have no text to show. */
function Words({ own, other: { body, undo } }: { own: Own; other: { body: BulkBody; undo: BulkBody } }) {
  const t = useTranslations('notifications.bulk');
  const [before, after] = [undo.customMessages ?? [], body.customMessages ?? []];
  const types = new Set([...before, ...after].map(({ type }) => type));
  const find = (list: Own, type: string) => list.find((each) => each.type === type);
  const type = [...types].find((each) => !isSame(find(before, each), find(after, each)));
  const message = type === undefined ? undefined : find(own, type);
  if (!message) return t('standardMessage');
  const words = [message.content, message.embed?.title, message.embed?.description].find((text) => text);
  return <bdi className="line-clamp-2 wrap-anywhere">{words ? t('quoted', { words }) : t('ownMessage')}</bdi>;
}
