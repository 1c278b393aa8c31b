'use client';

import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Undo2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useFailure } from '../failed.tsx';
import { toast } from '../toast.ts';

/** Shows a finished action with an undo button until one of its buttons is pressed. A failed undo shows the reason. */
export function UndoBar({
  sentence,
  error = null,
  shortcut,
  className,
  isPending = false,
  wayBack,
  onUndo,
  onDismiss,
}: {
  sentence: string;
  error?: Error | null;
  /** The keyboard shortcut for the same action. */
  shortcut?: ReactNode;
  className?: string;
  isPending?: boolean;
  /** Receives the undo button. */
  wayBack?: RefObject<HTMLButtonElement | null>;
  onUndo: () => void;
  onDismiss: () => void;
}) {
  const t = useTranslations('shell.undoBar');
  const refusal = useFailure(error);
  return (
    <section
      aria-label={t('undo')}
      className={cx(
        'flex items-center gap-2 rounded-panel border border-line bg-raised p-2.5 ps-4 shadow-float',
        className,
      )}
    >
      <Icon of={CircleCheck} className="shrink-0 text-ok" />
      <output className="min-w-0 flex-1 font-semibold wrap-anywhere">{error === null ? sentence : refusal}</output>
      <Button ref={wayBack} onClick={onUndo} isPending={isPending}>
        <Icon of={Undo2} className="rtl:-scale-x-100" />
        {t('undo')}
        {shortcut}
      </Button>
      <IconButton icon={X} label={t('dismiss')} onClick={onDismiss} />
    </section>
  );
}

/** Offers to restore a removed list item. */
export function UndoRemoval({
  sentence,
  back,
  bringBack,
  onDone,
}: {
  sentence: string;
  /** The confirmation after an undo; absent if the page shows the result itself. */
  back?: string;
  bringBack: () => Promise<unknown>;
  onDone: () => void;
}) {
  const undo = useMutation({
    mutationFn: bringBack,
    onSuccess: () => {
      if (back !== undefined) void toast('success', { title: back });
      onDone();
    },
    meta: { isQuiet: true },
  });
  // Moves the focus to the undo button, because the removed row had it, unless the person already types elsewhere.
  const wayBack = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!document.activeElement?.matches('input, textarea')) wayBack.current?.focus({ preventScroll: true });
  }, []);
  return (
    <UndoBar
      className="sticky bottom-4 z-30 mt-6"
      wayBack={wayBack}
      sentence={sentence}
      error={undo.error}
      isPending={undo.isPending}
      onUndo={() => undo.mutate()}
      onDismiss={onDone}
    />
  );
}
