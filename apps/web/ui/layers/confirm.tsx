'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog, DialogClose, type DialogProps } from './dialog.tsx';

export interface ConfirmProps
  extends Pick<DialogProps, 'title' | 'description' | 'trigger' | 'open' | 'onOpenChange' | 'children'> {
  /** The confirm button: the same text as on the opening button. */
  verb: ReactNode;
  icon?: ReactNode;
  /** Reversible or harmless actions are not dangerous. */
  variant?: 'danger' | 'primary';
  /** Another label for *Cancel*, if people could take it for the action. */
  cancel?: ReactNode;
  isPending?: boolean;
  disabled?: boolean;
  /** It does not wait for the result. */
  closesAtOnce?: boolean;
  onConfirm: () => void;
}

/** Asks once before an action. It stays open during the action, so a refusal can be read in it. */
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
