'use client';

import type { Streamer } from '@tally/contract/notifications/streamers';
import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback, useDeferredValue, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { discordDataQuery } from '../../../shell/server/api.ts';
import { type ListAddress } from '../../../shell/server/followed.ts';
import { useSingleKeys } from '../../../shell/shortcuts/use-single-keys.ts';
import { toast } from '../../../shell/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { PlaceholderWords } from '../../message-editor/template/suggestions.tsx';
import { journalQuery } from '../api.ts';
import { editorPath } from '../editor-path.ts';
import { newestByStreamer } from '../signal.ts';
import { arranged, countShown, listed } from './arrange.ts';
import { BulkBar } from './bulk/bar.tsx';
import type { BulkKind } from './bulk/steps.ts';
import { UndoLast } from './bulk/undo-bar.tsx';
import { useBulk } from './bulk/use-bulk.ts';
import { Rows } from './rows.tsx';
import { nothingSelected, select } from './selection.ts';
import { Toolbar } from './toolbar.tsx';
import { useDeeds } from './use-deeds.ts';
import { useView } from './view.ts';

// Loaded on demand, because sheets and dialogs are as large as the rest of the page.
const loadSheet = () => import('./bulk/sheet.tsx').then((module) => module.BulkSheet);
const BulkSheet = dynamic(loadSheet, { ssr: false });
const RemoveDialog = dynamic(() => import('./remove-dialog.tsx').then((module) => module.RemoveDialog), { ssr: false });

/** The table to find, select and change the streamers of a platform. */
export function Table({
  address,
  streamers,
  words,
  onAdd,
  empty,
}: {
  address: ListAddress;
  streamers: readonly Streamer[];
  words: PlaceholderWords;
  /** Opens the form; null if no streamer can be added right now. */
  onAdd: (() => void) | null;
  empty: React.ReactNode;
}) {
  const t = useTranslations('notifications');
  const router = useRouter();
  const { view, change, reset } = useView();
  const [selection, step] = useReducer(select, nothingSelected);
  const [focusedBy, setFocusedBy] = useState(0);
  const [removing, setRemoving] = useState<{ streamer: Streamer; isOpen: boolean }>();
  const search = useRef<HTMLInputElement>(null);
  const { discord, journal, all } = useListed(address, streamers);
  const bulk = useBulk(address, ({ kind, steps }) => {
    step({ kind: 'clear' });
    if (kind === 'undo') void toast('success', { title: t('bulk.undone', { count: steps.length }) });
  });
  const onRemove = useCallback((streamer: Streamer) => setRemoving({ streamer, isOpen: true }), []);
  const deeds = useDeeds(address, discord, onRemove);

  // Deferred, so typing and selecting stay fast in a long list.
  const { search: typed, show, sort } = useDeferredValue(view);
  const rows = useMemo(() => arranged(all, { search: typed, show, sort }), [all, typed, show, sort]);
  const keys = useMemo(() => rows.map((row) => row.key), [rows]);
  const counts = useMemo(() => countShown(all), [all]);
  // Deferred: the checkbox changes immediately, and the bar and its counts follow.
  const marked = useDeferredValue(selection.marked);
  // The selected streamers in the order of the list, including filtered ones.
  const chosen = useMemo(
    () =>
      arranged(
        all.filter((row) => marked.has(row.key)),
        { search: '', show: null, sort },
      ),
    [all, marked, sort],
  );
  const hidden = useMemo(() => {
    const shown = new Set(keys);
    return chosen.filter((row) => !shown.has(row.key)).length;
  }, [chosen, keys]);
  const targets = useMemo(() => chosen.map((row) => row.streamer), [chosen]);

  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  }, [keys]);
  const onMark = useCallback((key: string, isRange: boolean) => {
    step(isRange ? { kind: 'range', to: key, rows: latest.current } : { kind: 'toggle', key });
  }, []);
  const onClear = useCallback(() => step({ kind: 'clear' }), []);
  const { open: openBulk } = bulk;
  const latestBulk = useRef(openBulk);
  useEffect(() => {
    latestBulk.current = openBulk;
  }, [openBulk]);
  const onOpen = useCallback((kind: BulkKind) => latestBulk.current(kind, targets), [targets]);
  const onStand = useCallback((key: string) => step({ kind: 'stand', key }), []);

  const cursor = rows.find((row) => row.key === selection.cursor);
  const move = (by: 1 | -1) => {
    step({ kind: 'move', by, rows: keys });
    setFocusedBy((count) => count + 1);
  };
  useSingleKeys({
    j: () => move(1),
    k: () => move(-1),
    x: (event) => cursor && onMark(cursor.key, event.shiftKey),
    e: () => cursor && router.push(editorPath(cursor.streamer)),
    t: () => cursor && deeds.test(cursor.streamer),
    n: () => onAdd?.(),
    '/': () => search.current?.focus(),
    escape: () => step({ kind: 'clear' }),
  });

  const hasBar = chosen.length > 1;
  useEffect(() => {
    if (hasBar) void loadSheet();
  }, [hasBar]);
  const hasDock = hasBar || bulk.undoable !== null;
  return (
    // Without a bar, `display` stays the same, because a change would lay out every row again.
    <div className="flex min-h-[calc(100dvh-240px)] flex-col">
      {streamers.length === 0 ? (
        empty
      ) : (
        <>
          <Toolbar
            view={view}
            total={all.length}
            counts={counts}
            found={rows.length}
            onChange={change}
            searchRef={search}
          />
          {rows.length > 0 ? (
            <Rows
              rows={rows}
              keys={keys}
              selection={selection}
              discord={discord}
              journal={journal}
              deeds={deeds}
              onMark={onMark}
              onStand={onStand}
              onMarkAll={() => step({ kind: 'markAll', rows: keys })}
              focusedBy={focusedBy}
            />
          ) : (
            <EmptyState
              title={t('table.nothing')}
              text={t('table.nothingText')}
              action={<Button onClick={reset}>{t('table.showAll')}</Button>}
            />
          )}
        </>
      )}
      {hasDock && (
        <div className="sticky bottom-4 z-20 mx-auto mt-auto flex w-full max-w-fit flex-col gap-2 pt-6 max-sm:bottom-0 max-sm:-mx-4 max-sm:-mb-6 max-sm:w-auto max-sm:max-w-none max-sm:gap-0 max-sm:self-stretch">
          {bulk.undoable && !bulk.task && (
            <UndoLast undoable={bulk.undoable} onUndo={bulk.undo} onDismiss={() => bulk.keep(null)} />
          )}
          {hasBar && <BulkBar streamers={targets} hidden={hidden} onOpen={onOpen} onClear={onClear} />}
        </div>
      )}
      {bulk.task && <BulkSheet task={bulk.task} bulk={bulk} discord={discord} words={words} />}
      {removing && (
        <RemoveDialog
          address={address}
          streamer={removing.streamer}
          isOpen={removing.isOpen}
          onClose={() => setRemoving({ ...removing, isOpen: false })}
          onRemoved={(steps) => bulk.keep({ kind: 'delete', steps })}
        />
      )}
    </div>
  );
}

/** Combines the streamers with their data from the journal and Discord. */
function useListed({ serverId }: ListAddress, streamers: readonly Streamer[]) {
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const { data, isPending } = useQuery(journalQuery(serverId));
  const newest = useMemo(() => newestByStreamer(data?.rows ?? []), [data]);
  const all = useMemo(() => listed(streamers, newest, discord), [streamers, newest, discord]);
  const journal = isPending ? ('pending' as const) : data?.nextCursor ? ('part' as const) : ('whole' as const);
  return { discord, journal, all };
}
