'use client';

import { teamLimits } from '@tally/contract/teams/calls';
import type { UseMutationResult } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { useFailure } from '../../shell/failed.tsx';
import { toast } from '../../shell/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldInput } from '../../ui/fields/field.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';

/** Enters the name of a new or renamed team. */
export function NameDialog({
  title,
  text,
  submit,
  before,
  save,
  trigger,
}: {
  title: string;
  text: string;
  submit: string;
  before: string;
  save: UseMutationResult<string, Error, string>;
  trigger: ReactElement;
}) {
  const t = useTranslations('teams.own');
  const form = useId();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState(before);
  const nameOf = (field: string) => (field === 'teamName' ? t('name') : null);
  const refusal = useFailure(save.error, nameOf);
  const isSame = name.trim() === '' || name.trim() === before;
  const open = (next: boolean) => {
    setOpen(next);
    if (!next) return;
    setName(before);
    save.reset();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isSame) return;
    save.mutate(name, {
      onSuccess(sentence) {
        void toast('success', { title: sentence });
        setOpen(false);
      },
    });
  };
  return (
    <Dialog
      title={title}
      description={text}
      open={isOpen}
      onOpenChange={open}
      trigger={trigger}
      actions={
        <>
          <DialogCancel />
          <Button type="submit" form={form} variant="primary" disabled={isSame} isPending={save.isPending}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit}>
        <Field
          label={t('name')}
          hint={t('nameHint', { most: teamLimits.name })}
          error={save.isError ? refusal : undefined}
        >
          <FieldInput
            dir="auto"
            autoComplete="off"
            maxLength={teamLimits.name}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
