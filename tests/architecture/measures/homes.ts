import { homes as words } from '../rules/features.ts';
import { featureOf } from '../rules/source.ts';
import type { House } from './house.ts';
import type { Measure } from './measure.ts';

type Reasons = Readonly<Record<string, string>>;

/** Homes without web pages, with the place where people see each. */
const withoutWebFolder: Reasons = {
  'kick-bot': 'Its clips and recordings are set up with a streamer, in notifications/editor/kickbot.tsx.',
  'audit-log': 'It is set up with a streamer, in notifications/editor/audit-log-section.tsx.',
  branding: 'Its switches are among the general settings, in servers/manage.',
  journal: 'Its page is in notifications/journal.',
  streamers: 'The list and the editor of streamers are in notifications/list and notifications/editor.',
  grants: 'A person gives a grant at Discord, on the way through the login of session.',
  settings: 'Each home has a form for its own settings. The record of changes is in servers/page.',
  places: 'Channels and roles are chosen in ui/fields.',
  telemetry: 'The overlay maker notes its overlays. The first steps have no page.',
};

/** Homes without a scenario, with the scenario that covers each. */
const withoutScenario: Reasons = {
  grants: 'Every login gives a grant: session.test.ts, and servers.test.ts for the list of servers.',
};

/** Homes without calls, with the contract that contains their part. */
const withoutContract: Reasons = {
  'kick-bot': 'A partner pushes to a webhook. Its settings belong to a streamer.',
  'audit-log': 'Its settings belong to a streamer.',
  journal: 'Its calls keep their names, which begin with notifications.',
  grants: 'It serves session and servers, and has no calls.',
  settings: 'Its calls are among those of servers, whose names the staff record stores.',
  places: 'Its choices are read with servers.getDiscordData.',
  streamers: 'Its calls keep their names, which begin with notifications.',
};

const homeOf = (path: string): string | undefined => featureOf(path)?.replace('tools/', '');

const without = (house: House, has: (word: string, path: string) => boolean, reasons: Reasons = {}) =>
  words
    .filter((word) => house.files.some(({ path }) => path.startsWith('packages/features/') && homeOf(path) === word))
    .filter((word) => !(word in reasons) && !house.files.some(({ path }) => has(word, path)))
    .map((word) => ({ at: word, count: 1 }));

const isScenario = (word: string, path: string) => path === `tests/scenarios/${word}.test.ts`;
const isWeb = (word: string, path: string) => path.startsWith('apps/web/features/') && homeOf(path) === word;
const isContract = (word: string, path: string) => path.startsWith(`packages/contract/src/${word}/`);

/** Reasons that are outdated, because the home now has the part. */
export const staleReasons = (house: House): string[] => [
  ...Object.keys(withoutScenario).filter((word) => house.files.some(({ path }) => isScenario(word, path))),
  ...Object.keys(withoutWebFolder).filter((word) => house.files.some(({ path }) => isWeb(word, path))),
  ...Object.keys(withoutContract).filter((word) => house.files.some(({ path }) => isContract(word, path))),
];

export const homes: readonly Measure[] = [
  {
    name: 'homesWithoutScenario',
    says: 'homes without a scenario of their name, and without a reason for it',
    target: 0,
    placesIn: (house) => without(house, isScenario, withoutScenario),
  },
  {
    name: 'homesWithoutWebFolder',
    says: 'homes without a web folder of their name, and without a reason for it',
    target: 0,
    placesIn: (house) => without(house, isWeb, withoutWebFolder),
  },
  {
    name: 'homesWithoutContract',
    says: 'homes without a contract folder of their name, and without a reason for it',
    target: 0,
    placesIn: (house) => without(house, isContract, withoutContract),
  },
];
