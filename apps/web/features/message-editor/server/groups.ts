import type { Platform } from '@tally/contract/platforms';
import type { StreamerMessageType } from '@tally/contract/message-types';
import type { GreetType } from '@tally/contract/server-parts';

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

/** What a server can write: about streamers, and to its own people. */
export type ServerMessageType = StreamerMessageType | GreetType;

export const isGreeting = (type: ServerMessageType): type is GreetType =>
  type === 'welcome' || type === 'leave' || type === 'birthday';

/** The page on which a greeting is set up. */
export const pageOfGreeting = (type: GreetType): string => (type === 'birthday' ? 'birthday' : 'welcome-leave');

export const groupOf = (type: ServerMessageType): MessageGroup | undefined =>
  messageGroups.find((group) => !isGreeting(type) && group.types.includes(type));
