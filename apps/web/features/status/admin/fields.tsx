'use client';

import { Component, Impact } from '@tally/contract/status/history';
import { useTranslations } from 'next-intl';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field, FieldInput, FieldParts } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import type { IncidentDraft, IncidentKind } from './draft-of.ts';

interface Props {
  draft: IncidentDraft;
  isNew: boolean;
  kind: IncidentKind;
  onChange: (part: Partial<IncidentDraft>) => void;
  nameOf: (field: keyof IncidentDraft) => string;
}

export function IncidentFields({ draft, isNew, kind, onChange, nameOf }: Props) {
  const t = useTranslations('status.admin');
  const states = useTranslations('status.history.states');
  return (
    <div className="grid gap-5">
      <Field label={nameOf('title')}>
        <FieldInput
          value={draft.title}
          maxLength={200}
          dir="auto"
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Field>
      <Components draft={draft} label={nameOf('components')} onChange={onChange} />
      {kind === 'incident' && (
        <Labelled label={nameOf('impact')}>
          <Select<Impact>
            label={nameOf('impact')}
            value={draft.impact}
            choices={Impact.options.map((value) => ({ value, label: states(value), hint: t(`impacts.${value}`) }))}
            onChange={(impact) => onChange({ impact })}
          />
        </Labelled>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={nameOf('startsAt')} hint={t('hints.startsAt')}>
          <FieldInput
            type="datetime-local"
            value={draft.startsAt}
            onChange={(event) => onChange({ startsAt: event.target.value })}
          />
        </Field>
        <Field label={nameOf('endsAt')} hint={t('hints.endsAt')}>
          <FieldInput
            type="datetime-local"
            value={draft.endsAt}
            onChange={(event) => onChange({ endsAt: event.target.value })}
          />
        </Field>
      </div>
      <Markdown field={isNew ? 'text' : 'postMortem'} draft={draft} onChange={onChange} nameOf={nameOf} />
    </div>
  );
}

function Components({ draft, label, onChange }: Pick<Props, 'draft' | 'onChange'> & { label: string }) {
  const words = useTranslations('shell.incident.components');
  const put = (component: (typeof Component.options)[number], isIn: boolean) =>
    onChange({
      components: Component.options.filter((each) => (each === component ? isIn : draft.components.includes(each))),
    });
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {Component.options.map((component) => (
          // The checkbox has its own label; the text next to it is for sight and pointer.
          <label key={component} className="inline-flex min-h-control cursor-pointer items-center gap-2">
            <Checkbox
              label={words(component)}
              checked={draft.components.includes(component)}
              onChange={(isIn) => put(component, isIn)}
            />
            <span>{words(component)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Markdown({
  field,
  draft,
  onChange,
  nameOf,
}: Omit<Props, 'isNew' | 'kind'> & { field: 'text' | 'postMortem' }) {
  const t = useTranslations('status.admin');
  return (
    <Field label={nameOf(field)} hint={t(`hints.${field}`)}>
      <FieldParts.Control
        render={
          <Textarea
            rows={8}
            dir="auto"
            maxLength={field === 'text' ? 5_000 : 20_000}
            value={draft[field]}
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
        }
      />
    </Field>
  );
}
