/** How the simulator's page shows this world: everything as data. */
import type { Action, ActionField, Panel, Subject } from '../actions.ts';
import {
  calm,
  changeTitle,
  disturb,
  dropConnection,
  endStream,
  failForAWhile,
  quickActions,
  setViewers,
  takePermissionBack,
} from '../platform/actions.ts';
import { choiceField, optional, titleField, viewersField, whoField } from '../platform/fields.ts';
import { avatarUrl, rfc3339 } from './shapes.ts';
import { getCategory, isFuture, type KickWorld, mischiefs, type Person } from './world.ts';

export function describePanel(world: KickWorld): Panel {
  const creators = [...world.people.values()].filter((person) => person.title !== '');
  return {
    title: 'Kick',
    mark: 'kick',
    subjects: creators.map((person) => describeSubject(world, person)),
    actions: listActions(world),
    chats: { textField: 'content', writers: listWriters(world) },
    facts: listFacts(world),
  };
}

/** Viewers first, because they write most. */
const listWriters = (world: KickWorld) =>
  [...world.people.values()]
    .toSorted((left, right) => Number(left.title !== '') - Number(right.title !== ''))
    .map(({ slug, username }) => ({ id: slug, name: username }));

function describeSubject(world: KickWorld, person: Person): Subject {
  const { stream, dropped, slug } = person;
  const category = getCategory(world, person.categoryId).name;
  const line = stream
    ? `${stream.viewers.toLocaleString('en-GB')} watching · ${category}`
    : dropped
      ? 'Connection lost, then reconnects'
      : category;
  const state = stream ? 'live' : dropped ? 'away' : 'off';
  return {
    id: slug,
    name: person.username,
    picture: avatarUrl(world, person),
    state,
    since: stream ? rfc3339(stream.startedAt) : null,
    line,
    quick: quickActions(slug, state, [{ label: 'Go live', action: 'go-live', body: { who: slug } }]),
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
  return [
    {
      name: 'go-live',
      label: 'Go live with details',
      group: 'Stream',
      fields: [whoField, optional(titleField), optional(category), optional(viewersField)],
    },
    changeTitle,
    { name: 'change-category', label: 'Change the category', group: 'Stream', fields: [whoField, category] },
    setViewers,
    dropConnection('Kick reports the end. The stream returns after these minutes.'),
    endStream,
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
    {
      name: 'celebrate',
      label: 'Share a renewal',
      group: 'Audience',
      fields: [whoField, by, { name: 'months', label: 'Months', kind: 'number', value: 20 }],
    },
    { name: 'ban', label: 'Ban from the chat', group: 'Audience', fields: [whoField, by] },
    { name: 'follow', label: 'Follow', group: 'Audience', fields: [whoField, by] },
    { name: 'subscribe', label: 'Subscribe', group: 'Audience', fields: [whoField, by] },
    {
      name: 'gift',
      label: 'Give subscriptions',
      group: 'Audience',
      hint: 'To one person, or to this number of viewers.',
      fields: [
        whoField,
        by,
        optional({ ...by, name: 'to', label: 'To' }),
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
      name: 'redeem',
      label: 'Redeem a reward',
      group: 'Audience',
      fields: [
        whoField,
        by,
        optional({ name: 'reward', label: 'Reward', kind: 'text' }),
        optional({ name: 'input', label: 'Message', kind: 'text' }),
      ],
    },
    {
      name: 'clip',
      label: 'Cut a clip',
      group: 'Audience',
      fields: [whoField, by, titleField],
    },
    {
      name: 'kickbot-clip',
      label: 'Ask KickBot for a clip',
      group: 'Audience',
      hint: 'Chat: KickBot replies there. Push: a partner reports it.',
      fields: [whoField, by, optional(titleField), choiceField('way', 'How', ['chat', 'push', 'both'])],
    },
  ];
}

function troubleActions(world: KickWorld): Action[] {
  return [
    disturb('webhooks', mischiefs),
    takePermissionBack,
    failForAWhile(
      ['outage', 'limit', 'block'],
      'Outage: 503. Limit: 429. Block: the unofficial calls get a block page.',
    ),
    calm,
    {
      name: 'callback',
      label: 'Set the callback URL',
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
