import {
  type AboutPlatform,
  aboutPlatforms,
  type DeliveryAction,
  defaultLocale,
  deliveryReasons,
  errorReasons,
  type Locale,
  languages,
  type MessageType,
  mendPath,
  messageTypes,
  type Platform,
  placeholders,
  placeholdersFor,
  type TextKey,
} from '@tally/contract';
import { listPermissions, missingFor, type Purpose, purposes } from '@tally/discord/permissions';
import { say } from '@tally/kernel';
import { discordLimits as limits } from '@tally/message/discord';
import { platforms } from '@tally/platforms/registry';
import { code, table } from './table.ts';

const english = (key: TextKey, values: Readonly<Record<string, string | number>> = {}): string =>
  say(defaultLocale, key, values);

/** Lists the placeholders of these kinds of messages. Without a kind, lists all placeholders and where each works. */
export function drawPlaceholders(types: readonly string[]): string {
  const unknown = types.find((type) => type !== 'sticky' && !messageTypes.includes(type as MessageType));
  if (unknown !== undefined) throw new Error(`docs/public: no message is called ${unknown}`);
  const wanted =
    types.length === 0
      ? placeholders
      : placeholders.filter((each) =>
          types.some((type) => placeholdersFor(type as MessageType | 'sticky').includes(each)),
        );
  return table(
    ['Placeholder', 'Value', 'Example'],
    wanted.map(({ name, sample }) => [
      code(`{${name}}`),
      english(`placeholders.${name}`),
      code(sample.replaceAll('\n', ' ')),
    ]),
  );
}

/** Values that fill the placeholders of the example sentences. */
const example = {
  place: '#live-now',
  role: '@Live',
  what: 'the live message of Ada Plays',
  streamer: 'Ada Plays',
  former: 'ada_old',
  platform: 'Twitch',
  permissions: 'Embed Links',
  reason: 'invalid form body',
  limit: 30,
  name: 'Ada Plays',
  channel: '#live-now',
  at: '18:30',
  why: 'The disk has no space for it right now.',
};

/** Lists every sentence of the error log, with a link to its fix. */
export const drawErrors = (): string =>
  table(
    ['Example from the log', 'Fix'],
    errorReasons.map((reason) => [english(`errorLogs.${reason}`, example), `[how to fix it](${mendPath(reason)})`]),
  );

const deeds: Readonly<Record<DeliveryAction, string>> = {
  none: 'nothing to do',
  checkPermissions: 'check the bot’s permissions',
  chooseChannel: 'choose another channel',
  chooseRole: 'choose another role',
  editFilter: 'change the filter',
  editOverrides: 'change the overrides',
  editQuietHours: 'change the quiet hours',
  editMessage: 'change the message',
  editCooldown: 'change the cooldown',
  resume: 'resume the creator',
  upgrade: 'upgrade, or remove another streamer',
  sendAgain: 'post it now',
};

/** Lists the reasons why a message was not posted. */
export const drawReasons = (locale: Locale): string =>
  table(
    ['Example from the journal', 'What you can do'],
    Object.entries(deliveryReasons).map(([reason, action]) => [
      say(locale, `notifications.reason${reason[0]?.toUpperCase()}${reason.slice(1)}` as TextKey, example),
      deeds[action],
    ]),
  );

const works: Readonly<Record<Purpose, string>> = {
  post: 'Post a plain message',
  postCard: 'Post a message with an embed',
  postInThread: 'Post in a thread',
  attachFiles: 'Attach a picture, such as a welcome card',
  pingEveryone: 'Ping @everyone, @here or a role that not everyone can mention',
  openThread: 'Open a thread below a message',
  useWebhook: 'Post under a name and picture of your choice',
  publish: 'Publish in an announcement channel',
  readHistory: 'Read earlier messages, for starboards and sticky messages',
  react: 'Add reactions',
  deleteOthers: 'Delete messages of other people',
  hideEmbeds: 'Hide the embed of a link that the bot replies to',
  pin: 'Pin messages',
  renameChannel: 'Rename channels, for stat counters',
  giveRoles: 'Add and remove roles',
  createEmojis: 'Import emotes',
  renameMembers: 'Change nicknames, for username sync',
  addMembers: 'Invite people to your server',
};

/** Lists the permissions that the bot needs for each task. */
export const drawPermissions = (locale: Locale): string =>
  table(
    ['Task', 'Permissions'],
    purposes.map((purpose) => [works[purpose], listPermissions(locale, missingFor(0n, purpose))]),
  );

const has = (is: boolean): string => (is ? 'yes' : '–');

const logins = { oauth: 'login', 'api-url': 'API address', none: '–' } as const;

const drawnCapabilities = ['live', 'titleChanges', 'videos', 'shorts', 'clips', 'vods', 'emotes'] as const;

const loginOf = (platform: Platform): keyof typeof logins => {
  const about: AboutPlatform = aboutPlatforms[platform];
  return about.login ?? 'none';
};

/** Lists what we support on each platform. */
export const drawPlatforms = (): string =>
  table(
    ['', 'Live', 'Title changes', 'Videos', 'Shorts', 'Clips', 'Recordings', 'Emotes', 'Linking an account'],
    platforms.map(({ id, name, capabilities }) => [
      name,
      ...drawnCapabilities.map((each) => has(capabilities.includes(each))),
      logins[loginOf(id)],
    ]),
  );

const every = (seconds: number): string =>
  seconds % 60 > 0 ? `every ${seconds} seconds` : seconds === 60 ? 'every minute' : `every ${seconds / 60} minutes`;

/** Lists how soon we notice news on each platform. */
export const drawPace = (): string =>
  table(
    ['Platform', 'Pushes', 'Checked at the latest, while offline', 'Checked while live'],
    platforms.map(({ name, push, pace: { byHabit, idleSeconds, busySeconds } }) => {
      const [usual, quiet] = [every(idleSeconds), byHabit && every(byHabit.quietSeconds)];
      return [
        name,
        has(push !== undefined),
        byHabit ? `${every(byHabit.expectedSeconds)} around usual starts, otherwise ${usual} or ${quiet}` : usual,
        every(byHabit?.liveSeconds ?? busySeconds),
      ];
    }),
  );

export const drawLanguages = (): string => languages.map(({ name }) => `- ${name}`).join('\n');

export const drawMessageLimits = (): string =>
  table(
    ['Part', 'At most'],
    [
      ['Text above the embed', `${limits.content} characters`],
      ['Title', `${limits.title} characters`],
      ['Description', `${limits.description} characters`],
      ['Author', `${limits.author} characters`],
      ['Footer', `${limits.footer} characters`],
      ['Fields', `${limits.fields}`],
      ['Field name', `${limits.fieldName} characters`],
      ['Field value', `${limits.fieldValue} characters`],
      ['Whole embed', `${limits.embedTotal} characters`],
    ],
  );
