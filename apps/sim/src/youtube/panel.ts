/** How the simulator's page shows this world: everything as data. */
import type { Action, ActionField, Panel, Subject } from '../actions.ts';
import { choiceField, minutesField, whoField } from '../platform/fields.ts';
import { isRunning } from './hub.ts';
import { usedToday } from './quota.ts';
import { categories } from './seed.ts';
import { avatarOf, seconds } from './shapes.ts';
import { hasTrouble, troubles } from './trouble.ts';
import { type Creator, isLive, isUpcoming, liveStreamOf, type YoutubeWorld } from './world.ts';

const title: ActionField = { name: 'title', label: 'Title', kind: 'text' };
const optionalTitle: ActionField = { ...title, isOptional: true };

export function describePanel(world: YoutubeWorld): Panel {
  return {
    title: 'YouTube',
    mark: 'youtube',
    subjects: [...world.creators.values()].map((creator) => describeSubject(world, creator)),
    actions: [...streamActions(), ...videoActions(), ...troubleActions()],
    facts: listFacts(world),
  };
}

function describeSubject(world: YoutubeWorld, creator: Creator): Subject {
  const live = liveStreamOf(creator);
  const planned = creator.videos.find(isUpcoming);
  const premiere = creator.videos.find((video) => video.form === 'premiere' && isLive(video));
  const dropped = creator.videos.some(({ form, cancel }) => form === 'stream' && cancel !== null);
  const who = creator.handle;
  const rest = premiere ? 'A premiere runs' : planned ? `Planned: ${planned.title}` : `@${who}`;
  return {
    id: who,
    name: creator.title,
    picture: avatarOf(world, creator),
    state: live ? 'live' : dropped ? 'away' : 'off',
    since: live?.startedAt ? seconds(live.startedAt) : null,
    line: live ? `${live.viewers.toLocaleString('en-GB')} watching · ${live.title}` : rest,
    quick: live
      ? [
          { label: 'Drop', action: 'drop', body: { who, minutes: 3 } },
          { label: 'End', action: 'end', body: { who } },
        ]
      : [
          { label: 'Upload', action: 'upload', body: { who } },
          planned?.form === 'stream'
            ? { label: 'Start', action: 'go-live', body: { who, as: 'scheduled' } }
            : { label: 'Go live', action: 'go-live', body: { who } },
        ],
  };
}

function streamActions(): Action[] {
  const category: ActionField = {
    name: 'category',
    label: 'Category',
    kind: 'choice',
    choices: categories.map(({ id, name }) => ({ value: id, label: name })),
  };
  const viewers: ActionField = { name: 'viewers', label: 'Viewers', kind: 'number' };
  const group = 'Stream';
  return [
    {
      name: 'go-live',
      label: 'Go live with details',
      group,
      hint: 'Scheduled: the next planned stream begins, and the hub says nothing.',
      fields: [
        whoField,
        choiceField('as', 'How', ['spontaneous', 'scheduled']),
        optionalTitle,
        { ...category, isOptional: true },
        { ...viewers, isOptional: true },
      ],
    },
    { name: 'schedule', label: 'Plan a stream', group, fields: [whoField, optionalTitle, minutesField(30)] },
    { name: 'change-title', label: 'Change the title', group, fields: [whoField, title] },
    {
      name: 'change-category',
      label: 'Change the category',
      group,
      hint: 'The hub says nothing.',
      fields: [whoField, category],
    },
    { name: 'set-viewers', label: 'Set the viewers', group, fields: [whoField, { ...viewers, value: 1_200 }] },
    {
      name: 'drop',
      label: 'Drop the connection',
      group,
      hint: 'YouTube goes on calling it live, unless it comes back as a new stream.',
      fields: [
        whoField,
        minutesField(3),
        choiceField('returnsAs', 'Comes back as', ['same stream', 'new stream', 'nothing']),
      ],
    },
    { name: 'end', label: 'End the stream', group, hint: 'The hub says nothing.', fields: [whoField] },
  ];
}

function videoActions(): Action[] {
  const group = 'Videos';
  const length: ActionField = { name: 'seconds', label: 'Seconds', kind: 'number', isOptional: true };
  const hint = 'The stream that runs, or else the newest video.';
  return [
    { name: 'upload', label: 'Upload', group, fields: [whoField, optionalTitle, length] },
    { name: 'short', label: 'Publish a short', group, fields: [whoField, optionalTitle, length] },
    { name: 'premiere', label: 'Plan a premiere', group, fields: [whoField, optionalTitle, minutesField(30), length] },
    { name: 'make-private', label: 'Make private', group, hint, fields: [whoField] },
    { name: 'make-public', label: 'Make public again', group, hint, fields: [whoField] },
    { name: 'delete', label: 'Delete', group, hint, fields: [whoField] },
    {
      name: 'rename',
      label: 'Rename',
      group,
      fields: [whoField, { name: 'name', label: 'New handle', kind: 'text' }, { ...optionalTitle, label: 'New name' }],
    },
  ];
}

function troubleActions(): Action[] {
  return [
    {
      name: 'webhooks',
      label: 'Disturb the next pushes',
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
      hint: 'Outage: 503. Limit: 429. Quota: spent. Hub: 503. Feed: 404.',
      fields: [choiceField('kind', 'Kind', troubles), minutesField(1)],
    },
    { name: 'calm', label: 'Everything works again', group: 'Trouble', fields: [] },
    {
      name: 'quota',
      label: 'Set the units of a day',
      group: 'App',
      fields: [{ name: 'units', label: 'Units', kind: 'number', value: 10_000 }],
    },
    {
      name: 'add-creator',
      label: 'Add a creator',
      group: 'App',
      fields: [{ name: 'name', label: 'Handle', kind: 'text' }],
    },
  ];
}

function listFacts(world: YoutubeWorld): Panel['facts'] {
  const broken = [
    ...troubles.filter((kind) => hasTrouble(world, kind)),
    ...world.mischief.map((mischief) => `${mischief.kind} next ${mischief.left}`),
  ];
  const [last] = world.deliveries;
  const leases = [...world.subscriptions.values()];
  const running = leases.filter((each) => isRunning(world, each)).length;
  const { units } = usedToday(world);
  const most = world.limits.perDay.units;
  return [
    { label: 'Leases', value: `${running} running of ${leases.length}` },
    { label: 'Units today', value: `${units} of ${most.toLocaleString('en-GB')}`, isOdd: units >= most },
    { label: 'Last push', value: last ? `${last.type}, @${last.handle}: ${last.outcome}` : 'none yet' },
    { label: 'Trouble', value: broken.join(', ') || 'none', isOdd: broken.length > 0 },
  ];
}
