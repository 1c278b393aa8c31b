'use client';

import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Confirm } from '../ui/layers/confirm.tsx';
import { useFailure } from './failed.tsx';
import { toast } from './toast.ts';

/** Explains an action, asks for confirmation and runs it. A refusal is shown beside the button. */
export function ConfirmDeed<Input>({
  title,
  text,
  act,
  input,
  isDisabled = false,
  variant = 'danger',
  label,
  trigger,
  onClose,
  onDone,
  children,
}: {
  title: string;
  text: ReactNode;
  act: UseMutationResult<string, Error, Input>;
  input: Input;
  isDisabled?: boolean;
  variant?: 'danger' | 'primary';
  label: ReactNode;
  /** The button that opens the dialog. Without one, it is open at first, and `onClose` closes it. */
  trigger?: ReactElement;
  onClose?: () => void;
  onDone?: () => void;
  children?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(trigger === undefined);
  const refusal = useFailure(act.error);
  const open = (next: boolean) => {
    setOpen(next);
    if (next) act.reset();
    else onClose?.();
  };
  const go = () =>
    act.mutate(input, {
      onSuccess(sentence) {
        void toast('success', { title: sentence });
        open(false);
        onDone?.();
      },
    });
  return (
    <Confirm
      title={title}
      description={text}
      open={isOpen}
      onOpenChange={open}
      {...(trigger ? { trigger } : {})}
      verb={label}
      variant={variant}
      isPending={act.isPending}
      disabled={isDisabled}
      onConfirm={go}
    >
      {children}
      {act.isError && (
        <p role="alert" className="mt-3 text-red text-small">
          {refusal}
        </p>
      )}
    </Confirm>
  );
}
