'use client';

import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import type { BlogDraft } from './draft-of.ts';

interface Props {
  draft: BlogDraft;
  isNew: boolean;
  onChange: (part: Partial<BlogDraft>) => void;
  nameOf: (field: keyof BlogDraft) => string;
}

type Words = { [K in keyof BlogDraft]: BlogDraft[K] extends string ? K : never }[keyof BlogDraft];

export function BlogFields({ draft, isNew, onChange, nameOf }: Props) {
  const t = useTranslations('blog.admin');
  const input = (field: Words, about: ComponentProps<'input'>) => (
    <FieldInput
      value={draft[field]}
      onChange={({ target: { value } }) => onChange({ [field]: field === 'identifier' ? value.toLowerCase() : value })}
      {...about}
    />
  );
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={nameOf('identifier')} hint={t(isNew ? 'hints.identifier' : 'hints.moves')}>
          {input('identifier', { maxLength: 100, dir: 'ltr', spellCheck: false })}
        </Field>
        <Field label={nameOf('tags')} hint={t('hints.tags')}>
          {input('tags', { maxLength: 1000, dir: 'auto' })}
        </Field>
        <Field label={nameOf('authorName')}>{input('authorName', { maxLength: 100, dir: 'auto' })}</Field>
        <Field label={nameOf('authorIcon')} hint={t('hints.authorIcon')}>
          {input('authorIcon', { type: 'url', dir: 'ltr' })}
        </Field>
        <Field label={nameOf('thumbnail')} hint={t('hints.thumbnail')}>
          {input('thumbnail', { type: 'url', dir: 'ltr' })}
        </Field>
        <Field label={nameOf('publishAt')} hint={t('hints.publishAt')}>
          {input('publishAt', { type: 'datetime-local', dir: 'ltr' })}
        </Field>
      </div>
      <div>
        <SwitchRow
          label={nameOf('isPinned')}
          hint={t('hints.isPinned')}
          checked={draft.isPinned}
          onChange={(isPinned) => onChange({ isPinned })}
        />
        <SwitchRow
          label={nameOf('isPublic')}
          hint={t('hints.isPublic')}
          checked={draft.isPublic}
          onChange={(isPublic) => onChange({ isPublic })}
        />
      </div>
    </>
  );
}
