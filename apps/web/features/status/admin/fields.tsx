'use client';

import { Component, Impact, isOurs } from '@tally/contract/status/history';
import { useTranslations } from 'next-intl';
import { Button } from '../../../ui/button.tsx';
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
    <div className="grid gap-6">
      {isNew && kind === 'incident' && <Templates onChange={onChange} />}
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
        <Labelled label={nameOf('impact')} hint={t(`impacts.${draft.impact}`)}>
          <Select<Impact>
            label={nameOf('impact')}
            value={draft.impact}
            choices={Impact.options.map((value) => ({ value, label: states(value), hint: t(`impacts.${value}`) }))}
            onChange={(impact) => onChange({ impact })}
            className="max-w-80"
          />
        </Labelled>
      )}
      <Markdown field={isNew ? 'text' : 'postMortem'} draft={draft} onChange={onChange} nameOf={nameOf} />
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
    </div>
  );
}

const templates = {
  late: { impact: 'degraded', components: ['sending'] },
  pages: { impact: 'major', components: ['pages'] },
  platform: { impact: 'partial', components: [] },
} as const satisfies Record<string, Pick<IncidentDraft, 'impact' | 'components'>>;

/** Offers common texts with one press, because time is short during an incident. */
function Templates({ onChange }: Pick<Props, 'onChange'>) {
  const t = useTranslations('status.admin.templates');
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="float-start me-2 text-muted">{t('title')}</legend>
      {(['late', 'pages', 'platform'] as const).map((each) => (
        <Button
          key={each}
          size="compact"
          onClick={() => onChange({ title: t(`${each}.title`), text: t(`${each}.text`), ...templates[each] })}
        >
          {t(`${each}.label`)}
        </Button>
      ))}
    </fieldset>
  );
}

function Components({ draft, label, onChange }: Pick<Props, 'draft' | 'onChange'> & { label: string }) {
  const t = useTranslations('status.history');
  const words = useTranslations('shell.incident.components');
  const put = (component: Component, isIn: boolean) =>
    onChange({
      components: Component.options.filter((each) => (each === component ? isIn : draft.components.includes(each))),
    });
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{label}</legend>
      <div className="grid gap-3">
        {([true, false] as const).map((isOwn) => (
          <div key={String(isOwn)} className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr]">
            <span className="text-muted sm:pt-2">{t(isOwn ? 'ours' : 'theirs')}</span>
            <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-[repeat(auto-fill,minmax(7rem,1fr))]">
              {Component.options
                .filter((each) => isOurs(each) === isOwn)
                .map((component) => (
                  // The checkbox has its own label. The text beside it is for sighted people and the pointer.
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
          </div>
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
