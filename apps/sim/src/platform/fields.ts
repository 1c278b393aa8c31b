import type { ActionField } from '../actions.ts';

/** Fields that several platforms share. */
export const whoField: ActionField = { name: 'who', label: 'Creator', kind: 'subject' };

export const titleField: ActionField = { name: 'title', label: 'Title', kind: 'text' };

export const viewersField: ActionField = { name: 'viewers', label: 'Viewers', kind: 'number' };

export const optional = (field: ActionField): ActionField => ({ ...field, isOptional: true });

export const minutesField = (value: number): ActionField => ({
  name: 'minutes',
  label: 'Minutes',
  kind: 'number',
  value,
});

export const choiceField = (name: string, label: string, values: readonly [string, ...string[]]): ActionField => ({
  name,
  label,
  kind: 'choice',
  choices: values.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
  value: values[0],
});
