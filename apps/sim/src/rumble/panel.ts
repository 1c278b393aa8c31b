/** Data with which the simulator's page draws this world. */
import type { Action, ActionField, Panel, Subject } from '../actions.ts';
import {
  addCreator,
  calm,
  changeTitle,
  dropConnection,
  endStream,
  goLive,
  quickActions,
  setViewers,
} from '../platform/actions.ts';
import { choiceField, minutesField, oneOf, optional, textField, titleField, whoField } from '../platform/fields.ts';
import { portraitUrl } from './shapes.ts';
import { troubleNow } from './trouble.ts';
import { addressOf, type Creator, findLive, type RumbleWorld, troubles } from './world.ts';

export const describePanel = (world: RumbleWorld): Panel => ({
  title: 'Rumble',
  mark: 'rumble',
  subjects: [...world.creators.values()].map((creator) => describeSubject(world, creator)),
  actions: [...streamActions(), ...videoActions(), ...audienceActions(userField(world)), ...siteActions()],
  facts: listFacts(world),
});

function describeSubject(world: RumbleWorld, creator: Creator): Subject {
  const who = addressOf(creator);
  const live = findLive(creator);
  const isDropped = creator.videos.some(({ stream }) => stream?.state === 'dropped');
  const isPlanned = creator.videos.some(({ stream }) => stream?.state === 'upcoming');
  const calm = isDropped ? 'Connection lost, then reconnects' : isPlanned ? 'A stream is scheduled' : creator.category;
  const state = live ? 'live' : isDropped ? 'away' : 'off';
  return {
    id: who,
    name: creator.name,
    picture: portraitUrl(world, creator),
    state,
    since: live ? live.stream.startsAt.toISOString() : null,
    line: live
      ? `${live.stream.viewers.toLocaleString('en-GB')} watching · ${live.stream.category}`
      : `${creator.kind === 'user' ? 'User' : 'Channel'} · ${calm}`,
    quick: quickActions(who, state, [
      { label: 'Go live', action: 'go-live', body: { who } },
      { label: 'Upload', action: 'upload', body: { who } },
    ]),
  };
}

function streamActions(): Action[] {
  const group = 'Stream';
  return [
    { ...goLive(optional(textField('category', 'Category'))), hint: 'Starts a scheduled stream, or else a new one.' },
    { name: 'schedule', label: 'Plan a stream', group, fields: [whoField, optional(titleField), minutesField(60)] },
    changeTitle,
    setViewers,
    dropConnection('The video looks ended. It is live again after these minutes.'),
    { ...endStream, hint: 'The video stays as the recording.' },
  ];
}

const videoActions = (): Action[] => [
  { name: 'upload', label: 'Upload a video', group: 'Videos', fields: [whoField, optional(titleField)] },
  { name: 'short', label: 'Upload a short', group: 'Videos', fields: [whoField, optional(titleField)] },
];

/** Only users follow, and every channel belongs to a user. */
function userField({ creators }: RumbleWorld): ActionField {
  const users = [...creators.values()].filter(({ kind }) => kind === 'user');
  const choices = users.map((user) => ({ id: addressOf(user), name: user.username }));
  return oneOf('by', 'Viewer', choices);
}

function audienceActions(by: ActionField): Action[] {
  const group = 'Audience';
  return [
    { name: 'follow', label: 'Follow', group, fields: [whoField, by] },
    { name: 'unfollow', label: 'Follow no longer', group, fields: [whoField, by] },
    { name: 'subscribe', label: 'Subscribe', group, fields: [whoField, by] },
  ];
}

const siteActions = (): Action[] => [
  {
    name: 'rename',
    label: 'Rename',
    group: 'App',
    hint: 'A new address replaces the old one.',
    fields: [whoField, textField('name', 'New name'), optional(textField('slug', 'New address'))],
  },
  {
    name: 'roll-key',
    label: 'Create a new API address',
    group: 'App',
    hint: 'The old one stops working.',
    fields: [whoField],
  },
  addCreator(textField('name', 'Name'), choiceField('kind', 'Kind', ['channel', 'user'])),
  {
    name: 'trouble',
    label: 'Misbehave for a while',
    group: 'Trouble',
    hint: 'Block: a challenge page. Outage: 503. Layouts and empty: 200, but nothing to read. Slow: 30 seconds each.',
    fields: [choiceField('kind', 'Kind', troubles), minutesField(1)],
  },
  calm,
];

function listFacts(world: RumbleWorld): Panel['facts'] {
  const live = [...world.creators.values()].filter(findLive).length;
  const last = world.requests.at(-1);
  const trouble = troubleNow(world);
  return [
    { label: 'Live', value: `${live} of ${world.creators.size}` },
    { label: 'Last call', value: last ? `${last.path.replace('/site', '')}: ${last.status}` : 'none yet' },
    { label: 'Trouble', value: trouble ?? 'none', isOdd: trouble !== null },
  ];
}
