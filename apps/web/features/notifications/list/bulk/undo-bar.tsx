'use client';

import { CircleCheck, Undo2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { isOnPage } from '../../../../shell/shortcuts/use-single-keys.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Kbd } from '../../../../ui/kbd.tsx';
import type { Undoable } from './use-bulk.ts';

/** What was done last, and the way back. It stays until the next change. */
export function UndoBar({
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
  useUndoKey(onUndo);
  return (
    <section
      aria-label={t('undo')}
      className="flex items-center gap-2 rounded-panel border border-line bg-raised p-2.5 ps-4 shadow-float max-sm:rounded-b-none max-sm:border-x-0"
    >
      <Icon of={CircleCheck} className="shrink-0 text-ok" />
      <output className="min-w-0 flex-1 font-semibold">{t(words, { count: steps.length })}</output>
      <Button onClick={onUndo}>
        <Icon of={Undo2} className="rtl:-scale-x-100" />
        {t('undo')}
        <span dir="ltr" className="max-sm:hidden">
          <Kbd>{'Ctrl Z'}</Kbd>
        </span>
      </Button>
      <IconButton label={t('dismiss')} onClick={onDismiss}>
        <Icon of={X} />
      </IconButton>
    </section>
  );
}

function useUndoKey(onUndo: () => void): void {
  const run = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    if (!isUndo || !isOnPage(event.target)) return;
    event.preventDefault();
    onUndo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => run(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
