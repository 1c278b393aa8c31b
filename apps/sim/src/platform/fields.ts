import type { ActionField } from '../actions.ts';

/** Fields that several platforms share. */
export const whoField: ActionField = { name: 'who', label: 'Creator', kind: 'subject' };

export const textField = (name: string, label: string): ActionField => ({ name, label, kind: 'text' });

export const titleField = textField('title', 'Title');

export const viewersField: ActionField = { name: 'viewers', label: 'Viewers', kind: 'number' };

export const numberField = (name: string, label: string, value: number): ActionField => ({
  name,
  label,
  kind: 'number',
  value,
});

/** A field whose value is the id of one of these. */
export const oneOf = (
  name: string,
  label: string,
  choices: Iterable<{ readonly id: string | number; readonly name: string }>,
): ActionField => ({
  name,
  label,
  kind: 'choice',
  choices: Array.from(choices, (each) => ({ value: String(each.id), label: each.name })),
});

export const optional = (field: ActionField): ActionField => ({ ...field, isOptional: true });

export const minutesField = (value: number): ActionField => numberField('minutes', 'Minutes', value);

export const choiceField = (name: string, label: string, values: readonly [string, ...string[]]): ActionField => ({
  name,
  label,
  kind: 'choice',
  choices: values.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
  value: values[0],
});
