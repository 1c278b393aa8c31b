/** Data with which the simulator's page draws this world. */
import type { Panel } from '../actions.ts';
import { choiceField, numberField, textField } from '../platform/fields.ts';
import type { TopggWorld } from './world.ts';

const user = { ...textField('user', 'Discord id'), value: '100000000000000001' };

export function describePanel(world: TopggWorld): Panel {
  const [last] = world.deliveries;
  return {
    title: 'top.gg',
    mark: 'topgg',
    subjects: [],
    actions: [
      { name: 'vote', label: 'Somebody votes', group: 'Votes', fields: [user] },
      { name: 'again', label: 'Send the last vote again', group: 'Votes', fields: [numberField('times', 'Times', 1)] },
      { name: 'test', label: 'Press "Test" on the page of the bot', group: 'Votes', fields: [user] },
      { name: 'forge', label: 'Forge a vote', group: 'Trouble', fields: [user] },
      {
        name: 'version',
        label: 'Kind of push',
        group: 'Trouble',
        hint: 'v1 is signed, v0 shows a password.',
        fields: [choiceField('version', 'Kind', ['v1', 'v0'])],
      },
    ],
    facts: [
      { label: 'Votes', value: String(world.votes.size) },
      { label: 'Kind of push', value: world.version },
      { label: 'Pushes go to', value: world.callbackUrl ?? 'not set', isOdd: world.callbackUrl === null },
      { label: 'Last push', value: last ? `${last.about}: ${last.outcome}` : 'none yet' },
    ],
  };
}
