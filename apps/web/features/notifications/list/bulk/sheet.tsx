'use client';

import type { DiscordGuildData } from '@tally/contract/servers/calls';
import type { ChannelId, RoleId } from '@tally/contract/wire/ids';
import { Trash2, X } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/cx.ts';
import { ChannelPicker } from '../../../../ui/fields/channel-picker.tsx';
import { PingPicker } from '../../../../ui/fields/role-picker.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { iconButtonClass } from '../../../../ui/icon-button.tsx';
import { Sheet, SheetParts } from '../../../../ui/layers/sheet.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import type { PlaceholderWords } from '../../../message-editor/template/suggestions.tsx';
import { rowKey } from '../arrange.ts';
import { stepOf } from './plan.ts';
import { errorOf } from './run.ts';
import { StepLine } from './step-line.tsx';
import type { BulkChange, BulkStep } from './steps.ts';
import type { Bulk, BulkTask } from './use-bulk.ts';

/** The number of lines to render immediately; the others follow in idle time. */
const FIRST_LINES = 20;
const useCalmly = <T,>(lines: readonly T[]): readonly T[] => useDeferredValue(lines, lines.slice(0, FIRST_LINES));

interface SheetProps {
  task: BulkTask;
  bulk: Bulk;
  discord: DiscordGuildData | undefined;
  words: PlaceholderWords;
}

/** Loaded on demand, because the message editor is large. */
const MessageChoice = dynamic(() => import('./message-choice.tsx').then((module) => module.MessageChoice), {
  ssr: false,
  loading: () => <Skeleton className="h-24 w-full" />,
});

/** Changes several streamers: previews the effect on each, shows the progress, and lists the failures. */
export function BulkSheet(props: SheetProps) {
  const { task, bulk } = props;
  const t = useTranslations('notifications.bulk');
  const words = useTranslations('ui');
  const title =
    task.kind === 'delete' ? t('titles.delete', { count: task.streamers.length }) : t(`titles.${task.kind}`);
  return (
    <Sheet
      open
      side="end"
      label={title}
      className="max-sm:w-[calc(100vw-24px)] sm:w-[min(480px,100vw)]"
      onOpenChange={(isOpen) => !isOpen && bulk.close()}
    >
      <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-3">
        <SheetParts.Title className="font-semibold text-title">{title}</SheetParts.Title>
        {task.phase !== 'running' && (
          <SheetParts.Close className={`${iconButtonClass} -me-2 -mt-1.5`} aria-label={words('close')}>
            <Icon of={X} />
          </SheetParts.Close>
        )}
      </header>
      {task.phase === 'choose' ? <Choosing {...props} /> : <Running {...props} />}
    </Sheet>
  );
}

function Choosing({ task: { kind, streamers }, bulk, discord, words: placeholders }: SheetProps) {
  const t = useTranslations('notifications.bulk');
  const words = useTranslations('ui');
  const [change, setChange] = useState<BulkChange | null>(
    kind === 'pause' || kind === 'resume' || kind === 'delete' ? { kind } : null,
  );
  const planned = useMemo(
    () => streamers.map((streamer) => ({ streamer, step: change && stepOf(streamer, change) })),
    [streamers, change],
  );
  const shown = useCalmly(planned);
  const steps = planned.flatMap(({ step }) => step ?? []);
  const hasVideos = streamers.some((streamer) => 'videoNotificationChannelId' in streamer);
  return (
    <>
      <div className="flex flex-col gap-3 px-5">
        {kind === 'channel' && (
          <>
            <ChannelPicker
              label={t('channel')}
              channels={discord?.channels ?? []}
              value={change?.kind === 'channel' ? change.channelId : null}
              onChange={(id) => setChange(id === null ? null : { kind: 'channel', channelId: id as ChannelId })}
            />
            {hasVideos && <p className="text-muted text-small">{t('videosToo')}</p>}
          </>
        )}
        {kind === 'ping' && (
          <PingPicker
            label={t('ping')}
            roles={discord?.roles ?? []}
            value={change?.kind === 'ping' ? change.roleId : null}
            onChange={(id) => setChange({ kind: 'ping', roleId: id as RoleId | null })}
          />
        )}
        {kind === 'message' && <MessageChoice streamers={streamers} words={placeholders} onChange={setChange} />}
        {kind === 'resume' && <p className="text-muted">{t('resumeText')}</p>}
        {kind === 'delete' && (
          <>
            <p>{t('deleteText')}</p>
            <p className="text-muted text-small">{t('deleteBack')}</p>
          </>
        )}
      </div>
      <ul
        // The message editor scrolls with the sheet, so its list is below it.
        className={cx('mt-3 border-t border-line px-5', kind !== 'message' && 'min-h-0 flex-1 overflow-y-auto')}
        aria-label={t('label')}
      >
        {shown.map(({ streamer, step }) => (
          <StepLine key={rowKey(streamer)} streamer={streamer} step={step} state={undefined} discord={discord} />
        ))}
      </ul>
      <footer className="sticky bottom-0 mt-auto border-t border-line bg-ground px-5 py-4">
        {steps.length === 0 && (
          <p className="mb-3 text-muted text-small">{change ? t('nothingToDo') : t('chooseFirst')}</p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={bulk.close}>{words('cancel')}</Button>
          {kind === 'delete' ? (
            <Button icon={Trash2} variant="danger" onClick={() => bulk.start(steps)}>
              {t('delete', { count: steps.length })}
            </Button>
          ) : (
            <Button variant="primary" onClick={() => bulk.start(steps)} disabled={steps.length === 0}>
              {t('apply', { count: steps.length })}
            </Button>
          )}
        </div>
      </footer>
    </>
  );
}

function Running({ task: { steps, states, phase }, bulk, discord }: SheetProps) {
  const t = useTranslations('notifications.bulk');
  const isFailed = (step: BulkStep) => errorOf(states.get(step.key)) !== null;
  const failed = steps.filter(isFailed);
  const waiting = steps.filter((step) => states.get(step.key) === 'waiting');
  const done = steps.filter((step) => states.get(step.key) === 'done').length;
  // Once the change is done, failures come first, because people look for them.
  const sorted = phase === 'over' ? [...failed, ...steps.filter((step) => !isFailed(step))] : steps;
  const shown = useCalmly(sorted);
  return (
    <>
      <div className="px-5">
        <div className="flex items-baseline justify-between gap-3">
          <output className="font-semibold">
            {phase === 'over' && failed.length > 0
              ? t('someFailed', { failed: failed.length, all: steps.length })
              : t('progress', { done, all: steps.length })}
          </output>
          <span aria-hidden className="figures text-muted text-small" dir="ltr">{`${done} / ${steps.length}`}</span>
        </div>
        <progress
          aria-label={t('progress', { done, all: steps.length })}
          value={done}
          max={steps.length}
          className="mt-2 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
        />
        {phase === 'over' && waiting.length > 0 && (
          <p className="mt-2 text-muted text-small">{t('stopped', { count: waiting.length })}</p>
        )}
      </div>
      <ul className="mt-3 min-h-0 flex-1 overflow-y-auto border-t border-line px-5" aria-label={t('label')}>
        {shown.map((step) => (
          <StepLine
            key={step.key}
            streamer={step.streamer}
            step={step}
            state={states.get(step.key)}
            discord={discord}
          />
        ))}
      </ul>
      <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-4">
        {phase === 'running' ? (
          <Button onClick={bulk.stop}>{t('stop')}</Button>
        ) : (
          <>
            <Button onClick={bulk.close}>{t('close')}</Button>
            <Button variant="primary" onClick={() => bulk.start([...failed, ...waiting])}>
              {t('retry', { count: failed.length + waiting.length })}
            </Button>
          </>
        )}
      </footer>
    </>
  );
}
