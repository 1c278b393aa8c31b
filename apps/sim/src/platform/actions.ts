import type { Action, ActionField, Subject } from '../actions.ts';
import { choiceField, minutesField, numberField, optional, titleField, viewersField, whoField } from './fields.ts';

/** Actions that several platforms share. */
type Choices = readonly [string, ...string[]];

/** Returns the most useful actions for a creator in this state. */
export function quickActions(who: string, state: Subject['state'], whenOff: Subject['quick']): Subject['quick'] {
  if (state === 'off') return whenOff;
  const end = { label: 'End', action: 'end', body: { who } };
  return state === 'live' ? [{ label: 'Drop', action: 'drop', body: { who, minutes: 3 } }, end] : [end];
}

export const goLive = (...more: readonly ActionField[]): Action => ({
  name: 'go-live',
  label: 'Go live with details',
  group: 'Stream',
  fields: [whoField, optional(titleField), ...more, optional(viewersField)],
});

export const changeTitle: Action = {
  name: 'change-title',
  label: 'Change the title',
  group: 'Stream',
  fields: [whoField, titleField],
};

export const setViewers: Action = {
  name: 'set-viewers',
  label: 'Set the viewers',
  group: 'Stream',
  fields: [whoField, { ...viewersField, value: 1_200 }],
};

export const dropConnection = (
  hint: string,
  returns: ActionField = choiceField('returnsAs', 'Comes back as', ['same stream', 'new stream', 'nothing']),
): Action => ({
  name: 'drop',
  label: 'Drop the connection',
  group: 'Stream',
  hint,
  fields: [whoField, minutesField(3), returns],
});

export const endStream: Action = { name: 'end', label: 'End the stream', group: 'Stream', fields: [whoField] };

export const disturb = (what: 'webhooks' | 'pushes', kinds: Choices): Action => ({
  name: 'webhooks',
  label: `Disturb the next ${what}`,
  group: 'Trouble',
  hint: 'Amount: seconds of delay, or extra copies.',
  fields: [choiceField('do', 'Kind', kinds), numberField('next', 'How many', 1), numberField('amount', 'Amount', 5)],
});

export const failForAWhile = (kinds: Choices, hint: string): Action => ({
  name: 'trouble',
  label: 'Fail for a while',
  group: 'Trouble',
  hint,
  fields: [choiceField('kind', 'Kind', kinds), minutesField(1)],
});

export const calm: Action = { name: 'calm', label: 'Everything works again', group: 'Trouble', fields: [] };

export const addCreator = (...fields: readonly ActionField[]): Action => ({
  name: 'add-creator',
  label: 'Add a creator',
  group: 'App',
  fields,
});

export const takePermissionBack: Action = {
  name: 'take-back',
  label: 'Revoke the permission',
  group: 'App',
  hint: 'The person removes the app, and its tokens become invalid.',
  fields: [whoField],
};
