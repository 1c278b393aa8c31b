'use client';

import type { UseMutationResult } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { ConfirmDeed } from '../../shell/confirm-deed.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Deletes a text permanently, after a confirmation. */
export function RemoveText({
  id,
  words,
  act,
  onDone,
}: {
  id: string;
  words: { readonly title: string; readonly text: string; readonly verb: string };
  act: UseMutationResult<string, Error, string>;
  onDone: () => void;
}) {
  const label = (
    <>
      <Icon of={Trash2} />
      {words.verb}
    </>
  );
  return (
    <ConfirmDeed
      title={words.title}
      text={words.text}
      act={act}
      input={id}
      label={label}
      trigger={<Button variant="danger">{label}</Button>}
      onDone={onDone}
    />
  );
}
