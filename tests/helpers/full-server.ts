import {
  creators,
  giveaways,
  notifications,
  type Platform,
  type ServerId,
  serverParts,
  servers,
  starboard,
} from '@tally/contract';
import { expect } from 'vitest';
import type { TestApi } from './api.ts';

/** Two channels and a role of a server. */
export interface Places {
  readonly live: string;
  readonly stars: string;
  readonly fans: string;
}

/** Creates something for every part of the settings file. */
export async function fillServer(
  api: TestApi,
  token: string,
  guildId: ServerId,
  { live, stars, fans }: Places,
): Promise<void> {
  const inServer = { params: { guildId } };
  const good = ({ status, json }: { status: number; json: { error?: unknown } }) =>
    expect([status, json.error]).toEqual([200, undefined]);
  const words = `Hello <@&${fans}> in <#${live}>, <@&${guildId}>`;
  const body = {
    locale: 'ar-SA',
    isListed: true,
    newStreamerChannelId: live,
    welcomeEnabled: true,
    welcomeChannelId: live,
    giveawayManagerRoles: [fans],
    quietHours: { enabled: true, timeZone: 'Europe/Oslo', from: '22:00', until: '07:00', mode: 'digest' },
    disableBranding: { birthday: true },
    messages: [{ type: 'welcome', content: words }],
    autoLiveRoles: [{ roleId: fans, filter: { mode: 'whitelist', roles: [fans] } }],
    notificationOverrides: [
      { priorityOnConflict: 2, applyTo: [], query: ['speedrun'], queryIn: ['title'], actions: ['dontPing'] },
    ],
    stickyMessages: [{ channelId: live, content: 'Rules', mode: 'afterQuiet', minutes: 5 }],
  };
  good(await api.call(servers.updateServer, { ...inServer, body: body as never }, token));
  for (const [platform, streamer] of [
    ['kick', 'xqc'],
    ['twitch', 'tinwhistler'],
    ['youtube', 'kelpforest'],
  ] as [Platform, string][]) {
    const own =
      platform === 'kick' ? { pingRoleId: guildId, customMessages: [{ type: 'kickLive', content: words }] } : {};
    const where = platform === 'youtube' ? { liveNotificationChannelId: live } : { notificationChannelId: live };
    good(
      await api.call(
        notifications.addStreamer,
        { params: { guildId, platform, streamer }, query: {}, body: { ...where, ...own } as never },
        token,
      ),
    );
  }
  const channels = [{ platform: 'kick' as const, streamerUserName: 'xqc' }];
  const creator = { name: 'Both', channels, notificationChannelId: live };
  good(await api.call(creators.addCreator, { ...inServer, body: creator as never }, token));
  const board = { channelId: stars, threshold: 5, filter: { roleMode: 'whitelist', roles: [fans] } };
  good(await api.call(starboard.addStarboard, { ...inServer, body: board as never }, token));
  const template = {
    title: 'Weekly',
    settings: { channelId: live, name: 'A key', winnerCount: 2, durationMinutes: 60 },
  };
  good(await api.call(giveaways.addTemplate, { ...inServer, body: template as never }, token));
  const counters = { platform: 'kick', streamerUserName: 'xqc', types: ['members', 'liveUpdates'] };
  const params = { guildId, panel: 'statCounters' } as const;
  good(await api.call(serverParts.postPanel, { params, query: {}, body: counters as never }, token));
}

/** The settings that `fillServer` leaves empty, except for an uploaded picture and an unavailable one. */
export const everySetting = ({ live, stars, fans, crew }: Places & { readonly crew: string }) => ({
  syncUsername: true,
  ignoreIfNotCatchedByOverride: true,
  vodDownloadStoreForHours: 24,
  stickyMessageDelaySeconds: 30,
  fixKickLinks: true,
  newStreamerPingRoleId: fans,
  birthdayEnabled: true,
  birthdayChannelId: live,
  birthdayRoleId: fans,
  birthdayPing: true,
  welcomeCard: true,
  welcomePing: true,
  welcomeTrigger: 'screening',
  welcomeRoleId: crew,
  leaveEnabled: true,
  leaveChannelId: stars,
  leaveCard: true,
  cardBackground: 'dusk',
  giveawayLogsChannelId: stars,
  giveawayManagersMayEnter: true,
  autoLiveRoleLogs: stars,
  statusRoleLogs: stars,
  linkedRoleLogs: stars,
  singleMessages: [{ type: 'statusRoleAdded', message: 'Welcome on board' }],
  randomMessages: [{ type: 'leave', messages: ['Bye', 'See you'] }],
  statusRoles: [{ roleId: fans, texts: ['discord.gg/night'], keepOnOffline: true }],
  linkedRoles: [{ roleId: fans, onAddRolesToAdd: [crew] }],
});
