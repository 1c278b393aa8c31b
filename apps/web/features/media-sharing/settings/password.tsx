'use client';

import type { UserId } from '@tally/contract/wire/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { useFailure } from '../../../shell/failed.tsx';
import { toast } from '../../../shell/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { setPassword } from '../api.ts';

const LEAST_LETTERS = 4;
const MOST_LETTERS = 72;

/** Sets, replaces or removes the password, but never shows it. */
export function PasswordSettings({ userId, hasPassword }: { userId: UserId; hasPassword: boolean }) {
  const t = useTranslations('media-sharing.settings');
  const [typed, type] = useState('');
  const set = useMutation(setPassword(useQueryClient(), userId));
  const refusal = useFailure(set.error, namesFrom(t));
  const save = (password: string | null) =>
    set.mutate(password, {
      onSuccess() {
        void toast('success', { title: t(password === null ? 'passwordRemoved' : 'passwordSaved') });
        type('');
      },
    });
  return (
    <section aria-label={t('fields.password')} className="grid gap-3">
      <p className="text-muted">{t('passwordText')}</p>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.length >= LEAST_LETTERS) save(typed);
        }}
      >
        <Field label={t('passwordNew')} hint={t('passwordHint')} error={set.isError ? refusal : undefined}>
          <FieldInput
            type="password"
            autoComplete="new-password"
            dir="ltr"
            maxLength={MOST_LETTERS}
            value={typed}
            className="max-w-xs"
            onChange={({ target }) => {
              type(target.value);
              if (set.isError) set.reset();
            }}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={KeyRound}
            type="submit"
            disabled={typed.length < LEAST_LETTERS}
            isPending={set.isPending && set.variables !== null}
          >
            {t(hasPassword ? 'passwordReplace' : 'passwordSave')}
          </Button>
          {hasPassword && (
            <Button
              icon={Trash2}
              variant="danger"
              isPending={set.isPending && set.variables === null}
              onClick={() => save(null)}
            >
              {t('passwordRemove')}
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}
