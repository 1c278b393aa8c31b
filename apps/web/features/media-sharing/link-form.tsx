'use client';

import type { UseMutationResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useFailure } from '../../shell/failed.tsx';
import { toast } from '../../shell/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldInput } from '../../ui/fields/field.tsx';

/** One field for a link or a text. After a refusal, it keeps the text and shows the reason. */
export function LinkForm({
  label,
  hint,
  button,
  adding,
}: {
  label: string;
  hint: string;
  button: string;
  adding: UseMutationResult<string, Error, string>;
}) {
  const words = useTranslations('media-sharing');
  const field = useRef<HTMLInputElement>(null);
  const refusal = useFailure(adding.error, (name) => (name === 'text' ? words('public.link') : null));
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const text = field.current?.value.trim() ?? '';
        if (text === '' || adding.isPending) return;
        adding.mutate(text, {
          onSuccess(sentence) {
            void toast('success', { title: sentence });
            form.reset();
            field.current?.focus();
          },
        });
      }}
    >
      <Field label={label} hint={hint} error={adding.isError ? refusal : undefined} className="min-w-0 flex-1 basis-64">
        <FieldInput
          ref={field}
          name="text"
          required
          maxLength={MOST_LETTERS}
          autoComplete="off"
          inputMode="url"
          dir="auto"
          onChange={() => adding.isError && adding.reset()}
        />
      </Field>
      <Button icon={Plus} type="submit" isPending={adding.isPending} className="sm:mt-[27px]">
        {button}
      </Button>
    </form>
  );
}

const MOST_LETTERS = 2000;
