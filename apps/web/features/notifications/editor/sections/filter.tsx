'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field, FieldParts } from '../../../../ui/fields/field.tsx';
import { Textarea } from '../../../../ui/fields/input.tsx';
import { Select } from '../../../../ui/fields/select.tsx';
import { type EditorSceneProps, setIn } from '../scene.ts';

const modes = ['all', 'whitelist', 'blacklist'] as const;
type Mode = (typeof modes)[number];
const MOST = 50;

/** The announced categories, one per line, because names may contain commas. */
export function FilterSection({ draft }: EditorSceneProps) {
  const t = useTranslations('notifications.editor');
  const filter = draft.value.categoryFilter ?? null;
  const set = setIn(draft, 'categoryFilter');
  const listed = filter?.categories.join('\n') ?? '';
  // Keeps empty lines while the person types, although the setting drops them.
  const [typed, setTyped] = useState(listed);
  const shown = linesOf(typed).join('\n') === listed ? typed : listed;
  const mode: Mode = filter?.mode ?? 'all';
  const choose = (next: Mode) => set(next === 'all' ? null : { mode: next, categories: filter?.categories ?? [] });
  return (
    <div className="grid gap-4">
      <Field label={t('fields.categoryFilter')}>
        <Select
          label={t('fields.categoryFilter')}
          value={mode}
          onChange={choose}
          choices={modes.map((each) => ({ value: each, label: t(`filters.${each}`) }))}
        />
      </Field>
      {filter && (
        <Field
          label={t('categories')}
          hint={t('categoriesHint')}
          error={filter.categories.length > MOST ? t('tooManyCategories', { limit: MOST }) : undefined}
        >
          <FieldParts.Control
            render={
              <Textarea
                rows={5}
                dir="auto"
                value={shown}
                onChange={(event) => {
                  setTyped(event.target.value);
                  set({ mode: filter.mode, categories: linesOf(event.target.value) });
                }}
              />
            }
          />
        </Field>
      )}
    </div>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
