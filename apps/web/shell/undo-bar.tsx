'use client';

import { CircleCheck, Undo2, X } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useFailure } from './failed.tsx';

/** What was done, and the way back. It stays until one of its buttons is pressed; a way back that fails says why. */
export function UndoBar({
  sentence,
  error,
  words,
  isPending,
  onUndo,
  onDismiss,
}: {
  sentence: string;
  error: Error | null;
  words: { readonly undo: string; readonly dismiss: string };
  isPending: boolean;
  onUndo: () => void;
  onDismiss: () => void;
}) {
  const refusal = useFailure(error);
  return (
    <section
      aria-label={words.undo}
      className="sticky bottom-4 z-30 mt-6 flex items-center gap-2 rounded-panel border border-line bg-raised p-2.5 ps-4 shadow-float"
    >
      <Icon of={CircleCheck} className="shrink-0 text-ok" />
      <output className="min-w-0 flex-1 font-semibold wrap-anywhere">{error === null ? sentence : refusal}</output>
      <Button onClick={onUndo} isPending={isPending}>
        <Icon of={Undo2} className="rtl:-scale-x-100" />
        {words.undo}
      </Button>
      <IconButton label={words.dismiss} onClick={onDismiss}>
        <Icon of={X} />
      </IconButton>
    </section>
  );
}
