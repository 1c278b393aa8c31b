import type { ActionField } from '../actions.ts';

/** Fields that the panels of several platforms have. */
export const whoField: ActionField = { name: 'who', label: 'Creator', kind: 'subject' };

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
