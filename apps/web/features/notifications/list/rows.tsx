'use client';

import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { cx } from '../../../ui/cx.ts';
import { useRowWindow } from '../../../ui/row-window.ts';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import type { Listed } from './arrange.ts';
import { columns } from './columns.ts';
import { Row, type RowProps } from './row.tsx';
import { SelectBox } from './select-box.tsx';
import type { Selection } from './selection.ts';

const ROW_HEIGHT = 53;

export function Rows({
  rows,
  keys,
  selection,
  discord,
  journal,
  deeds,
  onMark,
  onStand,
  onMarkAll,
  focusedBy,
}: {
  rows: readonly Listed[];
  keys: readonly string[];
  selection: Selection;
  discord: DiscordGuildData | undefined;
  onMarkAll: () => void;
  /** Moves the keyboard cursor to this row, where single-key shortcuts apply. */
  onStand: (key: string) => void;
  /** Increases with each keyboard step, which moves the focus to the cursor's row. */
  focusedBy: number;
} & Pick<RowProps, 'journal' | 'deeds' | 'onMark'>) {
  const t = useTranslations('notifications');
  const list = useRef<HTMLUListElement>(null);
  const window = useRowWindow(list, { keys, rowHeight: ROW_HEIGHT });
  useStanding(list, onStand);
  useCursorFocus({ list, keys, cursor: selection.cursor, focusedBy, scrollTo: window.scrollTo });
  const marked = rows.filter((row) => selection.marked.has(row.key)).length;
  const shown = window.isOn ? window.items : rows.map((_, index) => ({ index, top: null }));
  return (
    <div className="@container">
      <div className={cx('grid h-9 items-center gap-x-3 border-b border-line px-2 text-faint', columns)}>
        <SelectBox
          label={t('table.selectAll')}
          isOn={marked > 0 && marked === rows.length}
          isMixed={marked > 0 && marked < rows.length}
          onClick={onMarkAll}
        />
        {(['streamer', 'postsTo', 'pings', 'lastSignal', 'took'] as const).map((column, index) => (
          <span
            key={column}
            aria-hidden
            className={cx('caps', index > 0 && '@max-4xl:hidden', column === 'took' && 'text-end whitespace-nowrap')}
          >
            {t(`columns.${column}`)}
          </span>
        ))}
      </div>
      <ul
        ref={list}
        aria-label={t('list')}
        className="relative"
        {...(window.isOn ? { style: { blockSize: window.height } } : {})}
      >
        {shown.map(({ index, top }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <Row
              key={row.key}
              row={row}
              index={index}
              count={rows.length}
              discord={discord}
              journal={journal}
              isMarked={selection.marked.has(row.key)}
              isCursor={selection.cursor === row.key}
              deeds={deeds}
              onMark={onMark}
              {...(top === null
                ? {}
                : {
                    measure: window.measure,
                    style: { position: 'absolute', insetBlockStart: 0, transform: `translateY(${top}px)` },
                  })}
            />
          );
        })}
      </ul>
    </div>
  );
}

function useStanding(list: React.RefObject<HTMLElement | null>, onStand: (key: string) => void): void {
  useEffect(() => {
    const element = list.current;
    const stand = (event: FocusEvent) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
      if (row?.dataset['row'] !== undefined) onStand(row.dataset['row']);
    };
    element?.addEventListener('focusin', stand);
    return () => element?.removeEventListener('focusin', stand);
  }, [list, onStand]);
}

/** Moves the focus after a keyboard step, as soon as the row is rendered. */
function useCursorFocus(about: {
  list: React.RefObject<HTMLElement | null>;
  keys: readonly string[];
  cursor: string | null;
  focusedBy: number;
  scrollTo: (index: number) => void;
}): void {
  const { list, keys, cursor, focusedBy, scrollTo } = about;
  const done = useRef(focusedBy);
  const scrolledFor = useRef(focusedBy);
  useEffect(() => {
    if (done.current === focusedBy || cursor === null) return;
    const row = list.current?.querySelector(`[data-row="${CSS.escape(cursor)}"]`);
    if (row) {
      done.current = focusedBy;
      row.querySelector('a')?.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'nearest' });
    } else if (scrolledFor.current !== focusedBy) {
      scrolledFor.current = focusedBy;
      scrollTo(keys.indexOf(cursor));
    }
  });
}

export function RowsSkeleton() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')}>
      <Skeleton className="mb-3 h-control w-60 max-w-full" />
      <div className="h-9 border-b border-line" />
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <div key={row} className="flex h-[53px] items-center gap-3 border-b border-line px-2">
          <Skeleton className="size-4" />
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className="h-4 w-36" />
          <Skeleton className="ms-auto h-4 w-28" />
        </div>
      ))}
    </Loading>
  );
}
