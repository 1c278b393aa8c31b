'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog, DialogClose, type DialogProps } from './dialog.tsx';

export interface ConfirmProps
  extends Pick<DialogProps, 'title' | 'description' | 'trigger' | 'open' | 'onOpenChange' | 'children'> {
  /** The one button that does it: the same word as on what opened the question. */
  verb: ReactNode;
  icon?: ReactNode;
  /** What can be undone, or takes nothing away, is no danger. */
  variant?: 'danger' | 'primary';
  /** Another word for staying out of it, where *Cancel* could be read as the deed. */
  cancel?: ReactNode;
  isPending?: boolean;
  disabled?: boolean;
  /** It does not wait for what comes of it. */
  closesAtOnce?: boolean;
  onConfirm: () => void;
}

/** Asks once before something is done. It stays open while that runs, so that a refusal can be read in it. */
export function Confirm({
  verb,
  icon,
  variant = 'danger',
  cancel,
  isPending = false,
  disabled = false,
  closesAtOnce = false,
  onConfirm,
  ...dialog
}: ConfirmProps) {
  const t = useTranslations('ui');
  const deed = (
    <Button variant={variant} isPending={isPending} disabled={disabled} onClick={onConfirm}>
      {icon}
      {verb}
    </Button>
  );
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <DialogClose>
            <Button>{cancel ?? t('cancel')}</Button>
          </DialogClose>
          {closesAtOnce ? <DialogClose>{deed}</DialogClose> : deed}
        </>
      }
    />
  );
}
