/** How the simulator's page shows this world: everything as data. */
import type { Action, ActionField, Panel, Subject } from '../actions.ts';
import { choiceField, minutesField, whoField } from '../platform/fields.ts';
import { totalCost } from './eventsub.ts';
import { pictureUrl, rfc3339 } from './shapes.ts';
import { getGame, isFuture, type Person, type TwitchWorld } from './world.ts';

const title: ActionField = { name: 'title', label: 'Title', kind: 'text' };

export function describePanel(world: TwitchWorld): Panel {
  const creators = [...world.people.values()].filter((person) => person.title !== '');
  return {
    title: 'Twitch',
    mark: 'twitch',
    subjects: creators.map((person) => describeSubject(world, person)),
    actions: [...streamActions(world), ...troubleActions()],
    facts: listFacts(world),
  };
}

function describeSubject(world: TwitchWorld, person: Person): Subject {
  const { stream, dropped, login } = person;
  const category = getGame(world, person.gameId).name;
  const away = dropped ? 'Connection lost, comes back by itself' : category;
  return {
    id: login,
    name: person.displayName,
    picture: pictureUrl(world, person),
    state: stream ? 'live' : dropped ? 'away' : 'off',
    since: stream ? rfc3339(stream.startedAt) : null,
    line: stream ? `${stream.viewers.toLocaleString('en-GB')} watching · ${category}` : away,
    quick:
      stream || dropped
        ? [
            ...(stream ? [{ label: 'Drop', action: 'drop', body: { who: login, minutes: 3 } }] : []),
            { label: 'End', action: 'end', body: { who: login } },
          ]
        : [{ label: 'Go live', action: 'go-live', body: { who: login } }],
  };
}

function streamActions(world: TwitchWorld): Action[] {
  const category: ActionField = {
    name: 'category',
    label: 'Category',
    kind: 'choice',
    choices: [...world.games.values()].map((game) => ({ value: game.id, label: game.name })),
  };
  const viewers: ActionField = { name: 'viewers', label: 'Viewers', kind: 'number', value: 1_200 };
  const by: ActionField = {
    name: 'by',
    label: 'By',
    kind: 'choice',
    choices: [...world.people.values()].map((person) => ({ value: person.login, label: person.displayName })),
  };
  const group = 'Stream';
  return [
    {
      name: 'go-live',
      label: 'Go live with details',
      group,
      fields: [
        whoField,
        { ...title, isOptional: true },
        { ...category, isOptional: true },
        { name: 'viewers', label: 'Viewers', kind: 'number', isOptional: true },
      ],
    },
    { name: 'change-title', label: 'Change the title', group, fields: [whoField, title] },
    { name: 'change-category', label: 'Change the category', group, fields: [whoField, category] },
    { name: 'set-viewers', label: 'Set the viewers', group, fields: [whoField, viewers] },
    {
      name: 'drop',
      label: 'Drop the connection',
      group,
      hint: 'Twitch says "offline". After the minutes the stream is back.',
      fields: [
        whoField,
        minutesField(3),
        choiceField('returnsAs', 'Comes back as', ['same stream', 'new stream', 'nothing']),
      ],
    },
    { name: 'end', label: 'End the stream', group, fields: [whoField] },
    { name: 'rename', label: 'Rename', group, fields: [whoField, { name: 'name', label: 'New name', kind: 'text' }] },
    {
      name: 'clip',
      label: 'Cut a clip',
      group,
      fields: [whoField, by, title],
    },
  ];
}

function troubleActions(): Action[] {
  return [
    {
      name: 'webhooks',
      label: 'Disturb the next webhooks',
      group: 'Trouble',
      hint: 'Amount: seconds of delay, or further copies.',
      fields: [
        choiceField('do', 'Kind', ['delay', 'duplicate', 'lose', 'forge']),
        { name: 'next', label: 'How many', kind: 'number', value: 1 },
        { name: 'amount', label: 'Amount', kind: 'number', value: 5 },
      ],
    },
    {
      name: 'take-back',
      label: 'Take the permission back',
      group: 'App',
      hint: 'The person throws the app out: its tokens are good no longer.',
      fields: [whoField],
    },
    {
      name: 'trouble',
      label: 'Fail for a while',
      group: 'Trouble',
      hint: 'Outage: 503. Limit: 429.',
      fields: [choiceField('kind', 'Kind', ['outage', 'limit']), minutesField(1)],
    },
    { name: 'calm', label: 'Everything works again', group: 'Trouble', fields: [] },
    {
      name: 'revoke-subscriptions',
      label: 'Revoke the subscriptions to somebody',
      group: 'App',
      fields: [whoField, choiceField('status', 'Why', ['authorization_revoked', 'user_removed', 'version_removed'])],
    },
    {
      name: 'disable-shards',
      label: 'Switch off the shards of conduits',
      group: 'App',
      fields: [],
    },
    {
      name: 'add-creator',
      label: 'Add a creator',
      group: 'App',
      fields: [{ name: 'name', label: 'Name', kind: 'text' }],
    },
  ];
}

function listFacts(world: TwitchWorld): Panel['facts'] {
  const { faults } = world;
  const troubles = [
    isFuture(world, faults.outageUntil) ? 'answers 503' : '',
    isFuture(world, faults.limitedUntil) ? 'answers 429' : '',
    ...world.mischief.map((mischief) => `${mischief.kind} next ${mischief.left}`),
  ].filter(Boolean);
  const [last] = world.deliveries;
  const enabled = [...world.subscriptions.values()].filter(({ status }) => status === 'enabled').length;
  return [
    { label: 'Subscriptions', value: `${enabled} enabled of ${world.subscriptions.size}` },
    { label: 'Cost', value: `${totalCost(world)} of ${world.limits.maxTotalCost.toLocaleString('en-GB')}` },
    { label: 'Last webhook', value: last ? `${last.type}, ${last.login}: ${last.outcome}` : 'none yet' },
    { label: 'Trouble', value: troubles.join(', ') || 'none', isOdd: troubles.length > 0 },
  ];
}
