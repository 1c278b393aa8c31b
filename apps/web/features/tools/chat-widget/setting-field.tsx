'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { inputClass, selectClass } from '../../../ui/fields/input.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { type FieldName, fields, type Settings } from './settings.ts';

type Value = Settings[FieldName];

/** Edits one setting as a choice, a number, a color, a switch or a list of words. */
export function SettingField({
  name,
  value,
  onChange,
}: {
  name: FieldName;
  value: Value;
  onChange: (value: Value) => void;
}) {
  const t = useTranslations('chat-widget');
  const id = useId();
  const field = fields[name];
  const label = t(`fields.${name}` as 'fields.look');
  if (typeof value === 'boolean') return <SwitchRow label={label} checked={value} onChange={onChange} />;
  if ('choices' in field)
    return (
      <div className="flex min-w-0 flex-col gap-1.5">
        <label htmlFor={id} className="font-semibold text-body">
          {label}
        </label>
        <select id={id} className={selectClass} value={value} onChange={(event) => onChange(event.target.value)}>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {t(`choices.${choice}` as 'choices.plain')}
            </option>
          ))}
        </select>
      </div>
    );
  if ('min' in field)
    return (
      <div className="flex min-w-0 flex-col gap-1.5">
        <div className="flex items-baseline justify-between gap-3">
          <label htmlFor={id} className="font-semibold text-body">
            {label}
          </label>
          <output htmlFor={id} className="figures text-muted text-small">
            {value}
          </output>
        </div>
        <input
          id={id}
          type="range"
          className="h-control w-full accent-text"
          min={field.min}
          max={field.max}
          value={value}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      </div>
    );
  if (name === 'text' || name === 'background')
    return (
      <div className="flex min-w-0 flex-col gap-1.5">
        <label htmlFor={id} className="font-semibold text-body">
          {label}
        </label>
        <input
          id={id}
          type="color"
          className={`${inputClass} h-control p-1`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    );
  return (
    <Field label={label} hint={t('wordsHint')} className="sm:col-span-2">
      <FieldInput
        value={value}
        maxLength={1_000}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
