'use client';

import type { MediaItem, MediaItemId } from '@tally/contract/media-sharing/views';
import { useEffect, useRef, useState } from 'react';

/**
 * Keeps the focus on a moved request. The list moves its row a moment after the press, and the browser drops the focus
 * of a moved element.
 */
export function useMovedFocus(queue: readonly MediaItem[]) {
  const list = useRef<HTMLDivElement>(null);
  const waiting = useRef<{ readonly itemId: MediaItemId; readonly from: number; readonly by: 1 | -1 } | null>(null);
  /** The new position, which screen readers announce. */
  const [movedTo, setMovedTo] = useState<number | null>(null);
  useEffect(() => {
    const { itemId, from, by } = waiting.current ?? {};
    const place = queue.findIndex((item) => item.itemId === itemId);
    if (place < 0 || place === from) return;
    waiting.current = null;
    const row = list.current?.querySelector(`[data-item="${itemId}"]`);
    const [up, down] = row?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [];
    const [same, other] = by === -1 ? [up, down] : [down, up];
    (same?.disabled ? other : same)?.focus();
  }, [queue]);
  return {
    list,
    movedTo,
    moved: (itemId: MediaItemId, from: number, by: 1 | -1) => {
      waiting.current = { itemId, from, by };
      setMovedTo(from + by + 1);
    },
  };
}
