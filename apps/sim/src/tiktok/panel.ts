/** Data with which the simulator's page draws this world. */
import type { Action, Panel, Subject } from '../actions.ts';
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
import { choiceField, minutesField, numberField, textField, whoField } from '../platform/fields.ts';
import { avatarUrl } from './shapes.ts';
import { isFuture, type Person, parts, type TikTokWorld, troubles } from './world.ts';

export function describePanel(world: TikTokWorld): Panel {
  return {
    title: 'TikTok',
    mark: 'tiktok',
    subjects: [...world.people.values()].map((person) => describeSubject(world, person)),
    actions: [...streamActions(), ...channelActions(), ...troubleActions()],
    facts: listFacts(world),
  };
}

function describeSubject(world: TikTokWorld, person: Person): Subject {
  const { room, dropped, uniqueId } = person;
  const about = `@${uniqueId} · ${person.uploads.length} videos${person.isPrivate ? ' · private' : ''}`;
  const state = room ? 'live' : dropped ? 'away' : 'off';
  return {
    id: uniqueId,
    name: person.nickname,
    picture: avatarUrl(world, person),
    state,
    since: room ? room.startedAt.toISOString() : null,
    line: room
      ? `${room.viewers.toLocaleString('en-GB')} watching · @${uniqueId}`
      : dropped
        ? 'Connection lost, then reconnects'
        : about,
    quick: quickActions(uniqueId, state, [
      { label: 'Go live', action: 'go-live', body: { who: uniqueId } },
      { label: 'Post', action: 'upload-video', body: { who: uniqueId } },
    ]),
  };
}

function streamActions(): Action[] {
  return [
    goLive(),
    changeTitle,
    setViewers,
    dropConnection(
      'The room reports the end. The stream returns after these minutes.',
      choiceField('returnsAs', 'Comes back in', ['same room', 'new room', 'nothing']),
    ),
    endStream,
  ];
}

function channelActions(): Action[] {
  const group = 'Channel';
  return [
    {
      name: 'upload-video',
      label: 'Post a video',
      group,
      fields: [
        whoField,
        { name: 'text', label: 'Caption', kind: 'long', value: 'Look at this' },
        { name: 'isPinned', label: 'Pinned', kind: 'switch', value: false },
      ],
    },
    {
      name: 'make-private',
      label: 'Make private',
      group,
      fields: [whoField, { name: 'isPrivate', label: 'Private', kind: 'switch', value: true }],
    },
    {
      name: 'rename',
      label: 'Rename',
      group,
      hint: 'The old name immediately answers "no such user".',
      fields: [whoField, textField('name', 'New name')],
    },
    { name: 'remove', label: 'Delete the account', group, fields: [whoField] },
    { ...addCreator(textField('name', 'Name')), group },
  ];
}

function troubleActions(): Action[] {
  const group = 'Trouble';
  return [
    {
      name: 'trouble',
      label: 'Fail for a while',
      group,
      hint: 'Block and captcha answer 200 with a page without data.',
      fields: [choiceField('kind', 'How', troubles), choiceField('part', 'Where', parts), minutesField(1)],
    },
    { name: 'limit', label: 'Calls per minute and address', group, fields: [numberField('perMinute', 'Calls', 120)] },
    calm,
  ];
}

function listFacts(world: TikTokWorld): Panel['facts'] {
  const now = world.doors.now().getTime();
  const calls = [...world.callers.values()].filter(({ since }) => now - since < 60_000);
  const busiest = Math.max(0, ...calls.map((caller) => caller.calls));
  const active = world.troubles
    .filter(({ until }) => isFuture(world, until))
    .map(({ kind, part }) => `${kind}: ${part}`);
  return [
    {
      label: 'Calls this minute',
      value: `${busiest} of ${world.limits.perMinute}`,
      isOdd: busiest > world.limits.perMinute,
    },
    { label: 'Trouble', value: active.join(', ') || 'none', isOdd: active.length > 0 },
  ];
}
