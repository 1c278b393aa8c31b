'use client';

import type { MessagePayload } from '@tally/message/discord';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useSettled } from '../../../lib/browser/use-settled.ts';
import { CallError } from '../../../lib/call.ts';
import { isSessionError, minutes } from '../../../lib/live/query-client.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { focusPath } from '../editor/problem-list.tsx';
import { type EditedInPlace, InPlace, isText, type TextPath } from './in-place.tsx';
import { DiscordMessage } from './message.tsx';
import type { DiscordNames } from './names.ts';
import type { PreviewSource } from './source.ts';

/**
 * Shows the message as members will see it, rendered by the code that posts it and filled with the current stream. The
 * last preview stays until the next one arrives.
 */
export function PreviewPanel<Body>({
  body,
  source,
  names,
  inPlace,
}: {
  /** Contains only the editable fields, so saving does not change the preview. */
  body: Body;
  source: PreviewSource<Body>;
  names: DiscordNames;
  /** If absent, a press on a text moves the focus to its field. */
  inPlace?: EditedInPlace | undefined;
}) {
  const t = useTranslations('message-editor');
  const ui = useTranslations('ui');
  const [look, setLook] = useState<'dark' | 'light'>('dark');
  const [width, setWidth] = useState<'wide' | 'phone'>('wide');
  const settled = useSettled(body);
  const preview = useQuery({
    queryKey: [...source.key, settled],
    queryFn: ({ signal }) => source.fetch(settled, signal),
    placeholderData: keepPreviousData,
    staleTime: minutes(1),
    // Refetches, because creators go live at any time.
    refetchInterval: minutes(1),
  });
  const { data } = preview;
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<TextPath | null>(null);
  const canEdit = inPlace !== undefined;
  useEffect(() => {
    const shown = box.current;
    const onPress = (event: MouseEvent) => {
      const path = pressedPath(event);
      if (path === null) return;
      if (canEdit && isText(path)) setAt(path);
      else focusPath({ path });
    };
    shown?.addEventListener('click', onPress);
    return () => shown?.removeEventListener('click', onPress);
  }, [canEdit]);
  return (
    <div>
      <div className="mb-2 flex flex-wrap justify-between gap-2">
        <Tabs
          label={t('looks.label')}
          value={look}
          onChange={setLook}
          tabs={[
            { value: 'dark', label: t('looks.dark') },
            { value: 'light', label: t('looks.light') },
          ]}
        />
        <Tabs
          label={t('looks.width')}
          value={width}
          onChange={setWidth}
          tabs={[
            { value: 'wide', label: t('looks.wide') },
            { value: 'phone', label: t('looks.phone') },
          ]}
        />
      </div>
      <div ref={box} className={cx('rounded-card border border-line', width === 'phone' && 'max-w-[340px]')}>
        {preview.isError ? (
          <p className="p-6 text-center text-muted">{t(`preview.${whyNone(preview.error)}`)}</p>
        ) : !data ? (
          <Loading label={ui('loading')} className="p-4">
            <Skeleton className="h-56 w-full" />
          </Loading>
        ) : data.payload ? (
          // The contract types the payload as a plain object, but the server builds it as a `MessagePayload`.
          <InPlace value={inPlace && at ? { ...inPlace, at, onDone: () => setAt(null) } : null}>
            <DiscordMessage
              sender={data.sender}
              files={data.files}
              payload={data.payload as unknown as MessagePayload}
              names={{ ...names, users: data.people }}
              look={look}
            />
          </InPlace>
        ) : (
          <p className="p-6 text-center text-muted">{t('empty')}</p>
        )}
      </div>
      {data?.shows && (
        <p className="mt-2 flex items-center gap-2 text-muted text-small">
          {(data.shows === 'example' || data.shows === 'madeUp') && <Badge tone="warn">{t('preview.example')}</Badge>}
          {t(`preview.shows.${data.shows}`)}
        </p>
      )}
    </div>
  );
}

/** The parts of a drawn message and their fields, innermost first. */
const fieldsOfParts = [
  ['.discord-embed-title', 'embed.title'],
  ['[data-part="author"]', 'embed.author'],
  ['[data-part="footer"]', 'embed.footer'],
  ['.discord-embed-fields', 'embed.fields.0'],
  ['.discord-embed', 'embed.description'],
  ['.discord-button', 'buttons.0'],
  ['.discord-text', 'content'],
] as const;

/** Returns the field of the pressed part. Links, spoilers and open fields handle their own press. */
function pressedPath({ target }: MouseEvent): string | null {
  if (!(target instanceof Element) || target.closest('a, button, textarea')) return null;
  return fieldsOfParts.find(([selector]) => target.closest(selector))?.[1] ?? null;
}

/** Shows an error as the message's fault only if the API rejected the message. */
function whyNone(error: Error): 'loggedOut' | 'failed' | 'away' {
  if (isSessionError(error)) return 'loggedOut';
  return error instanceof CallError && error.status === 400 ? 'failed' : 'away';
}
