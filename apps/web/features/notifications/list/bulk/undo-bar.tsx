'use client';

import { useTranslations } from 'next-intl';
import { UndoBar } from '../../../../shell/drafts/undo-bar.tsx';
import { isOnPage, useKeyDown } from '../../../../shell/shortcuts/use-single-keys.ts';
import { Kbd } from '../../../../ui/kbd.tsx';
import type { Undoable } from './use-bulk.ts';

/** Shows the last change with an undo button until the next change. */
export function UndoLast({
  undoable: { kind, steps },
  onUndo,
  onDismiss,
}: {
  undoable: Undoable;
  onUndo: () => void;
  onDismiss: () => void;
}) {
  const t = useTranslations('notifications.bulk');
  const words = kind === 'delete' ? 'deleted' : 'changed';
  useKeyDown((event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    if (!isUndo || !isOnPage(event.target)) return;
    event.preventDefault();
    onUndo();
  });
  return (
    <UndoBar
      className="max-sm:rounded-b-none max-sm:border-x-0"
      sentence={t(words, { count: steps.length })}
      shortcut={
        <span dir="ltr" className="max-sm:hidden">
          <Kbd>{'Ctrl Z'}</Kbd>
        </span>
      }
      onUndo={onUndo}
      onDismiss={onDismiss}
    />
  );
}
