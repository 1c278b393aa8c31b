'use client';

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * A part of a page where files can be dropped, and pasted with `hasPaste`. A button inside serves keyboard users.
 * `onDrop` returns whether it uses the data; other data goes to the field below the cursor, except for files, which the
 * browser would open. `data-over` is set while something is dragged over it.
 */
export function DropField({
  onDrop,
  hasPaste = false,
  className,
  children,
}: {
  onDrop: (data: DataTransfer) => boolean;
  hasPaste?: boolean;
  className: string;
  children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const onEvent = useEffectEvent((event: DragEvent | ClipboardEvent) => {
    const isHeld = event.type === 'dragover';
    const data = 'dataTransfer' in event ? event.dataTransfer : event.clipboardData;
    const isUsed = !isHeld && event.type !== 'dragleave' && data !== null && (onDrop(data) || data.files.length > 0);
    if (isHeld || isUsed) event.preventDefault();
    setOver(isHeld);
  });
  useEffect(() => {
    const node = field.current;
    const names = ['dragover', 'dragleave', 'drop', ...(hasPaste ? ['paste'] : [])];
    const listen = (event: Event) => onEvent(event as DragEvent);
    for (const name of names) node?.addEventListener(name, listen);
    return () => {
      for (const name of names) node?.removeEventListener(name, listen);
    };
  }, [hasPaste]);
  return (
    <div ref={field} data-over={isOver || undefined} className={className}>
      {children}
    </div>
  );
}
