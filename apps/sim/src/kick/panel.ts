/** Data with which the simulator's page draws this world. */
import type { Action, ActionField, Panel, Subject } from '../actions.ts';
import {
  addCreator,
  calm,
  changeTitle,
  disturb,
  dropConnection,
  endStream,
  failForAWhile,
  goLive,
  quickActions,
  setViewers,
  takePermissionBack,
} from '../platform/actions.ts';
import { choiceField, numberField, oneOf, optional, textField, titleField, whoField } from '../platform/fields.ts';
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

/** Viewers come first, because they write most. */
const listWriters = (world: KickWorld) =>
  [...world.people.values()]
    .toSorted((left, right) => Number(left.title !== '') - Number(right.title !== ''))
    .map(asChoice);

const asChoice = ({ slug, username }: Person) => ({ id: slug, name: username });

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
  const category = oneOf('category', 'Category', world.categories.values());
  const viewers = [...world.people.values()].filter((person) => person.title === '');
  const by = oneOf('by', 'Viewer', viewers.map(asChoice));
  return [...streamActions(category), ...audienceActions(by), ...troubleActions(world)];
}

function streamActions(category: ActionField): Action[] {
  return [
    goLive(optional(category)),
    changeTitle,
    { name: 'change-category', label: 'Change the category', group: 'Stream', fields: [whoField, category] },
    setViewers,
    dropConnection('Kick reports the end. The stream returns after these minutes.'),
    endStream,
    { name: 'rename', label: 'Rename', group: 'Stream', fields: [whoField, textField('username', 'New name')] },
  ];
}

function audienceActions(by: ActionField): Action[] {
  const group = 'Audience';
  const badges = ['moderator', 'vip', 'og', 'founder', 'verified', 'sub_gifter'] as const;
  const [reward, input] = [optional(textField('reward', 'Reward')), optional(textField('input', 'Message'))];
  return [
    { name: 'chat', label: 'Write in chat', group, fields: [whoField, by, textField('content', 'Message')] },
    { name: 'celebrate', label: 'Share a renewal', group, fields: [whoField, by, numberField('months', 'Months', 20)] },
    { name: 'ban', label: 'Ban from the chat', group, fields: [whoField, by] },
    { name: 'follow', label: 'Follow', group, fields: [whoField, by] },
    { name: 'subscribe', label: 'Subscribe', group, fields: [whoField, by] },
    {
      name: 'gift',
      label: 'Give subscriptions',
      group,
      hint: 'To one person, or to this number of viewers.',
      fields: [whoField, by, optional({ ...by, name: 'to', label: 'To' }), numberField('count', 'How many', 1)],
    },
    { name: 'badge', label: 'Give a badge', group, fields: [whoField, by, choiceField('badge', 'Badge', badges)] },
    { name: 'redeem', label: 'Redeem a reward', group, fields: [whoField, by, reward, input] },
    { name: 'clip', label: 'Cut a clip', group, fields: [whoField, by, titleField] },
    {
      name: 'kickbot-clip',
      label: 'Ask KickBot for a clip',
      group,
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
      fields: [{ ...textField('url', 'Address'), value: world.callbackUrl ?? '' }],
    },
    { name: 'unsubscribe-all', label: 'Remove every subscription', group: 'App', fields: [] },
    addCreator(textField('username', 'Name')),
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
