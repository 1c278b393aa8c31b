import { guildSettings, recordHomes } from '@tally/contract';
import { expect, it } from 'vitest';
import messages from '../../apps/web/messages/en-US/moving.json' with { type: 'json' };
import { otherTables, settingsTables } from './rules/settings.ts';

/** The place of each server table in the settings file. A new table must be listed here or below. */
const inFile: Readonly<Record<string, readonly string[]>> = {
  'birthday settings': ['birthdayEnabled', 'birthdayChannelId'],
  'branding serverBranding': ['disableBranding'],
  'giveaways settings': ['giveawayManagerRoles', 'giveawayLogsChannelId'],
  'giveaways templates': ['giveawayTemplates'],
  'linked-roles logs': ['linkedRoleLogs'],
  'linked-roles rules': ['linkedRoles'],
  'live-role autoLiveRoles': ['autoLiveRoles'],
  'live-role logs': ['autoLiveRoleLogs', 'statusRoleLogs'],
  'live-role statusRoles': ['statusRoles'],
  'message-editor serverMessages': ['messages', 'singleMessages', 'randomMessages'],
  'notifications creators': ['creators'],
  'overrides overrides': ['notificationOverrides'],
  'overrides rules': ['quietHours', 'ignoreIfNotCatchedByOverride'],
  'role-sync settings': ['syncUsername'],
  'starboard boards': ['starboards'],
  'stat-counters counters': ['statCounters'],
  'sticky-message defaults': ['stickyMessageDelaySeconds'],
  'sticky-message stickies': ['stickyMessages'],
  'streamers streamerMessages': ['streamers'],
  'streamers streamers': ['streamers'],
  'tools/embed-fix linkReplies': ['fixKickLinks'],
  'vods vodServers': ['vodDownloadStoreForHours'],
  'welcome-leave welcomeLeave': ['welcomeEnabled', 'leaveEnabled'],
};

/** The page's text about each table that the file leaves out. */
const leftOut: Readonly<Record<string, keyof typeof messages.file.leftOut>> = {
  'admin deeds': 'history',
  'audit-log places': 'history',
  'audit-log turns': 'history',
  'birthday places': 'people',
  'error-logs errorLogs': 'history',
  'giveaways giveaways': 'running',
  'giveaways messageCounts': 'people',
  'giveaways pictures': 'running',
  'grants staffLooks': 'people',
  'grants userServers': 'people',
  'kick-bot places': 'history',
  'leaderboards boards': 'history',
  'linked-roles baselines': 'people',
  'linked-roles seen': 'people',
  'moving moves': 'history',
  'notifications broadcasts': 'history',
  'overrides held': 'history',
  'overrides holds': 'history',
  'premium serverPremiums': 'plan',
  'role-sync facts': 'people',
  'settings serverChanges': 'history',
  'starboard posts': 'history',
  'telemetry serverSteps': 'history',
  'tools/emotes imports': 'running',
  'vods keepers': 'history',
  'welcome-leave arrivals': 'people',
};

const tablesIn = (rules: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(rules).flatMap(([feature, tables]) => tables.map((table) => `${feature} ${table}`));

it('each table of a server is in the settings file, or the page lists it as left out', () => {
  const known = [...Object.keys(inFile), ...Object.keys(leftOut)];
  expect(known.toSorted()).toEqual([...tablesIn(settingsTables), ...tablesIn(otherTables)].toSorted());
  expect(Object.keys(inFile)).toEqual(expect.arrayContaining(tablesIn(settingsTables)));
  expect(Object.keys(messages.file.leftOut)).toEqual(expect.arrayContaining(Object.values(leftOut)));
  const words = new Set<string>([...guildSettings, ...recordHomes, 'giveawayTemplates']);
  expect(
    Object.values(inFile)
      .flat()
      .filter((word) => !words.has(word)),
  ).toEqual([]);
});
