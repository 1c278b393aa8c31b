import type { Platform } from '@tally/contract/platforms';
import type { StreamerMessageType } from '@tally/contract/message-types';

/** Kinds of message that stand together: those of one platform, or of several that share a text. */
export interface MessageGroup {
  readonly platforms: readonly [Platform, ...Platform[]];
  readonly types: readonly StreamerMessageType[];
}

/** What is sent today. Clips of Kick have a kind of their own; a recording reads the same on both platforms. */
export const messageGroups: readonly MessageGroup[] = [
  { platforms: ['kick'], types: ['kickLive', 'kickOffline', 'kickBuiltInClip'] },
  { platforms: ['twitch'], types: ['twitchLive', 'twitchOffline', 'clip'] },
  { platforms: ['kick', 'twitch'], types: ['vod'] },
  { platforms: ['youtube'], types: ['youtubeLive', 'youtubeOffline', 'youtubeVideo', 'youtubeShort'] },
  { platforms: ['tiktok'], types: ['tiktokLive', 'tiktokOffline', 'tiktokVideo'] },
  { platforms: ['rumble'], types: ['rumbleLive', 'rumbleOffline', 'rumbleVideo'] },
];

export const groupOf = (type: StreamerMessageType): MessageGroup | undefined =>
  messageGroups.find((group) => group.types.includes(type));
