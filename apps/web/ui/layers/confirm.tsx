'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog, DialogClose, type DialogProps } from './dialog.tsx';

export interface ConfirmProps
  extends Pick<DialogProps, 'title' | 'description' | 'trigger' | 'open' | 'onOpenChange' | 'children'> {
  /** The text of the confirm button, which is the same as on the button that opens the dialog. */
  verb: ReactNode;
  icon?: ReactNode;
  /** Actions that are reversible or harmless use `primary`. */
  variant?: 'danger' | 'primary';
  /** Replaces *Cancel* if people could mistake it for the action. */
  cancel?: ReactNode;
  isPending?: boolean;
  disabled?: boolean;
  /** True to close without waiting for the result. */
  closesAtOnce?: boolean;
  onConfirm: () => void;
}

/** Asks for confirmation once. It stays open during the action, so it can show a refusal. */
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
