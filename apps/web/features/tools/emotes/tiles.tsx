'use client';

import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { MANY_ROWS, useRowWindow } from '../../../ui/row-window.ts';
import type { Shown } from './api.ts';

const WIDTH = 88;
const HEIGHT = 98;
const GAP = 8;

/** Returns the number of columns in the CSS grid. */
function useColumns(list: RefObject<HTMLElement | null>, isOn: boolean): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || !isOn) return;
    const measure = () => setColumns(Math.max(1, Math.floor((element.clientWidth + GAP) / (WIDTH + GAP))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, isOn]);
  return columns;
}

/** Shows tiles in rows. It renders only visible rows, so a thousand tiles cost no more than a screenful. */
export function Tiles({
  label,
  emotes,
  children,
}: {
  label: string;
  emotes: readonly Shown[];
  children: (emote: Shown) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const isOn = emotes.length > MANY_ROWS;
  const columns = useColumns(list, isOn);
  const keys = isOn ? Array.from({ length: Math.ceil(emotes.length / columns) }, (_, row) => String(row)) : [];
  const window = useRowWindow(list, { keys, rowHeight: HEIGHT + GAP, isOn });
  const each = `(100% - ${(columns - 1) * GAP}px) / ${columns}`;
  const shown = isOn
    ? window.items.flatMap(({ index: row, top }) =>
        Array.from({ length: columns }, (_, column) => ({ index: row * columns + column, column, top })),
      )
    : emotes.map((_, index) => ({ index, column: 0, top: null }));
  return (
    <ul
      ref={list}
      aria-label={label}
      className={isOn ? 'relative' : 'grid grid-cols-[repeat(auto-fill,minmax(88px,1fr))] gap-2'}
      {...(isOn && { style: { blockSize: Math.max(0, window.height - GAP) } })}
    >
      {shown.map(({ index, column, top }) => {
        const emote = emotes[index];
        if (!emote) return null;
        if (top === null) return <li key={emote.key}>{children(emote)}</li>;
        return (
          <li
            key={emote.key}
            aria-setsize={emotes.length}
            aria-posinset={index + 1}
            className="absolute top-0"
            style={{
              inlineSize: `calc(${each})`,
              insetInlineStart: `calc((${each} + ${GAP}px) * ${column})`,
              transform: `translateY(${top}px)`,
            }}
          >
            {children(emote)}
          </li>
        );
      })}
    </ul>
  );
}
