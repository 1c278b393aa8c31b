/** How the simulator's page shows this world: everything as data. */
import type { Action, ActionField, Panel, Subject } from '../actions.ts';
import { choiceField, minutesField, whoField } from '../platform/fields.ts';
import { avatarUrl, rfc3339 } from './shapes.ts';
import { getCategory, isFuture, type KickWorld, type Person } from './world.ts';

export function describePanel(world: KickWorld): Panel {
  const creators = [...world.people.values()].filter((person) => person.title !== '');
  return {
    title: 'Kick',
    mark: 'kick',
    subjects: creators.map((person) => describeSubject(world, person)),
    actions: listActions(world),
    facts: listFacts(world),
  };
}

function describeSubject(world: KickWorld, person: Person): Subject {
  const { stream, dropped, slug } = person;
  const category = getCategory(world, person.categoryId).name;
  const line = stream
    ? `${stream.viewers.toLocaleString('en-GB')} watching · ${category}`
    : dropped
      ? 'Connection lost, comes back by itself'
      : category;
  return {
    id: slug,
    name: person.username,
    picture: avatarUrl(world, person),
    state: stream ? 'live' : dropped ? 'away' : 'off',
    since: stream ? rfc3339(stream.startedAt) : null,
    line,
    quick:
      stream || dropped
        ? [
            ...(stream ? [{ label: 'Drop', action: 'drop', body: { who: slug, minutes: 3 } }] : []),
            { label: 'End', action: 'end', body: { who: slug } },
          ]
        : [{ label: 'Go live', action: 'go-live', body: { who: slug } }],
  };
}

function listActions(world: KickWorld): Action[] {
  const category: ActionField = {
    name: 'category',
    label: 'Category',
    kind: 'choice',
    choices: [...world.categories.values()].map(({ id, name }) => ({ value: String(id), label: name })),
  };
  const by: ActionField = {
    name: 'by',
    label: 'Viewer',
    kind: 'choice',
    choices: [...world.people.values()]
      .filter((person) => person.title === '')
      .map(({ slug, username }) => ({ value: slug, label: username })),
  };
  return [...streamActions(category), ...audienceActions(by), ...troubleActions(world)];
}

function streamActions(category: ActionField): Action[] {
  const title: ActionField = { name: 'title', label: 'Title', kind: 'text' };
  return [
    {
      name: 'go-live',
      label: 'Go live with details',
      group: 'Stream',
      fields: [
        whoField,
        { ...title, isOptional: true },
        { ...category, isOptional: true },
        { name: 'viewers', label: 'Viewers', kind: 'number', isOptional: true },
      ],
    },
    { name: 'change-title', label: 'Change the title', group: 'Stream', fields: [whoField, title] },
    { name: 'change-category', label: 'Change the category', group: 'Stream', fields: [whoField, category] },
    {
      name: 'set-viewers',
      label: 'Set the viewers',
      group: 'Stream',
      fields: [whoField, { name: 'viewers', label: 'Viewers', kind: 'number', value: 1_200 }],
    },
    {
      name: 'drop',
      label: 'Drop the connection',
      group: 'Stream',
      hint: 'Kick says that the stream ended. After the minutes it is back.',
      fields: [
        whoField,
        minutesField(3),
        choiceField('returnsAs', 'Comes back as', ['same stream', 'new stream', 'nothing']),
      ],
    },
    { name: 'end', label: 'End the stream', group: 'Stream', fields: [whoField] },
    {
      name: 'rename',
      label: 'Rename',
      group: 'Stream',
      fields: [whoField, { name: 'username', label: 'New name', kind: 'text' }],
    },
  ];
}

function audienceActions(by: ActionField): Action[] {
  return [
    {
      name: 'chat',
      label: 'Write in chat',
      group: 'Audience',
      fields: [whoField, by, { name: 'content', label: 'Message', kind: 'text' }],
    },
    { name: 'follow', label: 'Follow', group: 'Audience', fields: [whoField, by] },
    { name: 'subscribe', label: 'Subscribe', group: 'Audience', fields: [whoField, by] },
    {
      name: 'gift',
      label: 'Give subscriptions',
      group: 'Audience',
      hint: 'To one person, or to so many of those who are there.',
      fields: [
        whoField,
        by,
        { ...by, name: 'to', label: 'To', isOptional: true },
        { name: 'count', label: 'How many', kind: 'number', value: 1 },
      ],
    },
    {
      name: 'badge',
      label: 'Give a badge',
      group: 'Audience',
      fields: [
        whoField,
        by,
        choiceField('badge', 'Badge', ['moderator', 'vip', 'og', 'founder', 'verified', 'sub_gifter']),
      ],
    },
    {
      name: 'clip',
      label: 'Cut a clip',
      group: 'Audience',
      fields: [whoField, by, { name: 'title', label: 'Title', kind: 'text' }],
    },
  ];
}

function troubleActions(world: KickWorld): Action[] {
  return [
    {
      name: 'webhooks',
      label: 'Disturb the next webhooks',
      group: 'Trouble',
      hint: 'Amount: seconds of delay, or further copies.',
      fields: [
        choiceField('do', 'Kind', ['delay', 'duplicate', 'lose', 'reorder', 'forge']),
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
      hint: 'Outage: 503. Limit: 429. Block: the unofficial calls get a block page.',
      fields: [choiceField('kind', 'Kind', ['outage', 'limit', 'block']), minutesField(1)],
    },
    { name: 'calm', label: 'Everything works again', group: 'Trouble', fields: [] },
    {
      name: 'callback',
      label: 'Set the callback address',
      group: 'App',
      fields: [{ name: 'url', label: 'Address', kind: 'text', value: world.callbackUrl ?? '' }],
    },
    { name: 'unsubscribe-all', label: 'Remove every subscription', group: 'App', fields: [] },
    {
      name: 'add-creator',
      label: 'Add a creator',
      group: 'App',
      fields: [{ name: 'username', label: 'Name', kind: 'text' }],
    },
  ];
}

function listFacts(world: KickWorld): Panel['facts'] {
  const { faults } = world;
  const troubles = [
    isFuture(world, faults.outageUntil) ? 'answers 503' : '',
    isFuture(world, faults.limitedUntil) ? 'answers 429' : '',
    isFuture(world, faults.blockedUntil) ? 'block page' : '',
    ...world.mischief.map((mischief) => `${mischief.kind} next ${mischief.left}`),
  ].filter(Boolean);
  const [last] = world.deliveries;
  return [
    { label: 'Callback', value: world.callbackUrl ?? 'not set', isOdd: world.callbackUrl === null },
    { label: 'Subscriptions', value: String(world.subscriptions.size) },
    { label: 'Last webhook', value: last ? `${last.event}, ${last.slug}: ${last.outcome}` : 'none yet' },
    { label: 'Trouble', value: troubles.join(', ') || 'none', isOdd: troubles.length > 0 },
  ];
}
