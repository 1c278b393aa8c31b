'use client';

import { useTranslations } from 'next-intl';
import { Field, FieldInput, FieldParts } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import type { NewsDraft } from './draft-of.ts';

interface Props {
  draft: NewsDraft;
  isNew: boolean;
  onChange: (part: Partial<NewsDraft>) => void;
  nameOf: (field: keyof NewsDraft) => string;
}

export function NewsFields({ draft, isNew, onChange, nameOf }: Props) {
  const t = useTranslations('news.admin');
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={nameOf('identifier')} hint={t(isNew ? 'hints.identifier' : 'hints.fixed')}>
          <FieldInput
            value={draft.identifier}
            maxLength={100}
            dir="ltr"
            disabled={!isNew}
            spellCheck={false}
            onChange={(event) => onChange({ identifier: event.target.value.toLowerCase() })}
          />
        </Field>
        <Field label={nameOf('day')}>
          <FieldInput type="date" value={draft.day} onChange={(event) => onChange({ day: event.target.value })} />
        </Field>
      </div>
      <Field label={nameOf('lines')} hint={t('hints.lines')}>
        <FieldParts.Control
          render={
            <Textarea
              rows={12}
              dir="auto"
              value={draft.lines}
              onChange={(event) => onChange({ lines: event.target.value })}
            />
          }
        />
      </Field>
      <Field label={nameOf('thumbnail')} hint={t('hints.thumbnail')}>
        <FieldInput
          type="url"
          dir="ltr"
          value={draft.thumbnail}
          onChange={(event) => onChange({ thumbnail: event.target.value })}
        />
      </Field>
      <SwitchRow
        label={nameOf('isPublic')}
        hint={t('hints.isPublic')}
        checked={draft.isPublic}
        onChange={(isPublic) => onChange({ isPublic })}
      />
    </>
  );
}
