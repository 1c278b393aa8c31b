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
import {
  choiceField,
  minutesField,
  numberField,
  oneOf,
  optional,
  textField,
  titleField,
  whoField,
} from '../platform/fields.ts';
import { mischiefs } from '../platform/mischief.ts';
import { isRunning } from './hub.ts';
import { usedToday } from './quota.ts';
import { categories } from './seed.ts';
import { avatarOf, seconds } from './shapes.ts';
import { hasTrouble, troubles } from './trouble.ts';
import { type Creator, isLive, isUpcoming, liveStreamOf, type YoutubeWorld } from './world.ts';

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
    // YouTube's calls still report an interrupted stream as live, and the creator's other actions keep working.
    quick: quickActions(who, live ? 'live' : 'off', [
      { label: 'Upload', action: 'upload', body: { who } },
      planned?.form === 'stream'
        ? { label: 'Start', action: 'go-live', body: { who, as: 'scheduled' } }
        : { label: 'Go live', action: 'go-live', body: { who } },
    ]),
  };
}

function streamActions(): Action[] {
  const category = oneOf('category', 'Category', categories);
  const group = 'Stream';
  const hint = 'The hub sends nothing.';
  const how = choiceField('as', 'How', ['spontaneous', 'scheduled']);
  return [
    {
      ...goLive(how, optional(category)),
      hint: 'Scheduled: the next scheduled stream begins, and the hub sends nothing.',
    },
    { name: 'schedule', label: 'Plan a stream', group, fields: [whoField, optional(titleField), minutesField(30)] },
    changeTitle,
    { name: 'change-category', label: 'Change the category', group, hint, fields: [whoField, category] },
    setViewers,
    dropConnection('YouTube still shows it as live, unless it returns as a new stream.'),
    { ...endStream, hint },
  ];
}

function videoActions(): Action[] {
  const group = 'Videos';
  const length: ActionField = { name: 'seconds', label: 'Seconds', kind: 'number', isOptional: true };
  const [title, handle] = [optional(titleField), textField('name', 'New handle')];
  const hint = 'The current stream, or else the newest video.';
  return [
    { name: 'upload', label: 'Upload', group, fields: [whoField, title, length] },
    { name: 'short', label: 'Publish a short', group, fields: [whoField, title, length] },
    { name: 'premiere', label: 'Plan a premiere', group, fields: [whoField, title, minutesField(30), length] },
    { name: 'make-private', label: 'Make private', group, hint, fields: [whoField] },
    { name: 'make-public', label: 'Make public again', group, hint, fields: [whoField] },
    { name: 'delete', label: 'Delete', group, hint, fields: [whoField] },
    { name: 'rename', label: 'Rename', group, fields: [whoField, handle, { ...title, label: 'New name' }] },
  ];
}

function troubleActions(): Action[] {
  return [
    disturb('pushes', mischiefs),
    takePermissionBack,
    failForAWhile(troubles, 'Outage: 503. Limit: 429. Quota: spent. Hub: 503. Feed: 404.'),
    calm,
    { name: 'quota', label: 'Set the daily units', group: 'App', fields: [numberField('units', 'Units', 10_000)] },
    addCreator(textField('name', 'Handle')),
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
