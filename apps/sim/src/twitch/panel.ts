/** Data with which the simulator's page draws this world. */
import type { Action, Panel, Subject } from '../actions.ts';
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
import { choiceField, oneOf, optional, textField, titleField, whoField } from '../platform/fields.ts';
import { mischiefs } from '../platform/mischief.ts';
import { totalCost } from './eventsub.ts';
import { pictureUrl, rfc3339 } from './shapes.ts';
import { getGame, isFuture, type Person, type TwitchWorld } from './world.ts';

export function describePanel(world: TwitchWorld): Panel {
  const creators = [...world.people.values()].filter((person) => person.title !== '');
  return {
    title: 'Twitch',
    mark: 'twitch',
    subjects: creators.map((person) => describeSubject(world, person)),
    actions: [...streamActions(world), ...troubleActions()],
    chats: { textField: 'text', writers: listWriters(world) },
    facts: listFacts(world),
  };
}

/** Viewers come first, because they write most. */
const listWriters = (world: TwitchWorld) =>
  [...world.people.values()]
    .toSorted((left, right) => Number(left.title !== '') - Number(right.title !== ''))
    .map(asChoice);

const asChoice = ({ login, displayName }: Person) => ({ id: login, name: displayName });

function describeSubject(world: TwitchWorld, person: Person): Subject {
  const { stream, dropped, login } = person;
  const category = getGame(world, person.gameId).name;
  const away = dropped ? 'Connection lost, then reconnects' : category;
  const state = stream ? 'live' : dropped ? 'away' : 'off';
  return {
    id: login,
    name: person.displayName,
    picture: pictureUrl(world, person),
    state,
    since: stream ? rfc3339(stream.startedAt) : null,
    line: stream ? `${stream.viewers.toLocaleString('en-GB')} watching · ${category}` : away,
    quick: quickActions(login, state, [{ label: 'Go live', action: 'go-live', body: { who: login } }]),
  };
}

function streamActions(world: TwitchWorld): Action[] {
  const category = oneOf('category', 'Category', world.games.values());
  const by = oneOf('by', 'By', [...world.people.values()].map(asChoice));
  const group = 'Stream';
  return [
    goLive(optional(category)),
    changeTitle,
    { name: 'change-category', label: 'Change the category', group, fields: [whoField, category] },
    setViewers,
    dropConnection('Twitch reports "offline". The stream returns after these minutes.'),
    endStream,
    { name: 'rename', label: 'Rename', group, fields: [whoField, textField('name', 'New name')] },
    { name: 'clip', label: 'Cut a clip', group, fields: [whoField, by, titleField] },
    { name: 'chat', label: 'Write in the chat', group: 'Chat', fields: [whoField, by, textField('text', 'Line')] },
    { name: 'ban', label: 'Ban from the chat', group: 'Chat', fields: [whoField, by] },
    { name: 'clear-chat', label: 'Clear the chat', group: 'Chat', fields: [whoField] },
    { name: 'raid', label: 'Raid', group: 'Chat', fields: [whoField, by] },
  ];
}

function troubleActions(): Action[] {
  return [
    disturb('webhooks', mischiefs),
    takePermissionBack,
    failForAWhile(['outage', 'limit'], 'Outage: 503. Limit: 429.'),
    calm,
    {
      name: 'revoke-subscriptions',
      label: 'Revoke the subscriptions of a channel',
      group: 'App',
      fields: [whoField, choiceField('status', 'Why', ['authorization_revoked', 'user_removed', 'version_removed'])],
    },
    { name: 'disable-shards', label: 'Disable the shards of conduits', group: 'App', fields: [] },
    addCreator(textField('name', 'Name')),
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
