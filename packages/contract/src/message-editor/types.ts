import { z } from 'zod';
import { streamerMessageTypesOf } from '../platforms/words.ts';

export const streamerMessageTypes = [...new Set(Object.values(streamerMessageTypesOf).flat())];
export const StreamerMessageType = z.enum(streamerMessageTypes);
export type StreamerMessageType = z.infer<typeof StreamerMessageType>;

/** A giveaway's messages, in the order in which people see them. */
export const giveawayMessageTypes = [
  'giveaway',
  'giveawayEnded',
  'giveawayWinner',
  'giveawayRerolled',
  'giveawayDM',
] as const;
export const GiveawayMessageType = z.enum(giveawayMessageTypes);
export type GiveawayMessageType = z.infer<typeof GiveawayMessageType>;

export const guildMessageTypes = [
  ...streamerMessageTypes,
  'birthday',
  'welcome',
  'leave',
  'linkedRole',
  ...giveawayMessageTypes,
] as const;
export const GuildMessageType = z.enum(guildMessageTypes);
export type GuildMessageType = z.infer<typeof GuildMessageType>;

export const singleMessageTypes = [
  'autoLiveRoleAdded',
  'autoLiveRoleRemoved',
  'statusRoleAdded',
  'statusRoleRemoved',
  'statChannelLive',
  'statChannelOffline',
  'statFollowers',
] as const;
export const SingleMessageType = z.enum(singleMessageTypes);
export type SingleMessageType = z.infer<typeof SingleMessageType>;

/** Every kind of text that an owner can write. */
export const messageTypes = [...guildMessageTypes, ...singleMessageTypes] as const;
export type MessageType = (typeof messageTypes)[number];

export const previewTypes = [
  ...streamerMessageTypes,
  'birthday',
  'welcome',
  'leave',
  ...giveawayMessageTypes,
  'sticky',
  'starred',
  'chatLog',
] as const;
export const PreviewType = z.enum(previewTypes);
export type PreviewType = z.infer<typeof PreviewType>;
