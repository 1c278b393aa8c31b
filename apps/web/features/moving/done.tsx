'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { toast } from '../../shell/toast.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { type Move, removeMove } from './api.ts';

export type DoneMove = Pick<Move, 'moveId' | 'state' | 'outcome'>;

/** Shows the result of a list or a file. For one day, the `undo` button removes the added streamers. */
export function Done({
  serverId,
  move: { moveId, state, outcome },
  said,
  undo,
  children,
}: {
  serverId: ServerId;
  move: DoneMove;
  said: string;
  undo: string;
  children?: ReactNode;
}) {
  const removal = useMutation(removeMove(useQueryClient(), serverId));
  const isUndone = state === 'undone';
  return (
    <div data-item={moveId} className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <output className="flex items-center gap-2.5">
          <Icon of={isUndone ? Undo2 : Check} className={cx('shrink-0 text-ok', isUndone && 'rtl:-scale-x-100')} />
          {said}
        </output>
        {!isUndone && (outcome?.added ?? 0) > 0 && (
          <Button
            size="compact"
            isPending={removal.isPending}
            onClick={() =>
              removal.mutate(moveId, { onSuccess: (sentence) => void toast('success', { title: sentence }) })
            }
          >
            <Icon of={Undo2} className="rtl:-scale-x-100" />
            {undo}
          </Button>
        )}
      </div>
      {children}
    </div>
  );
}
