import {
  type GiveawayMessageType,
  giveawayMessageTypes,
  type StreamerMessageType,
} from '@tally/contract/message-editor/types';
import type { Platform } from '@tally/contract/platforms/platform';
import type { GreetType } from '@tally/contract/servers/parts';

/** Kinds of message that stand together: those of one platform, or of several that share a text. */
export interface MessageGroup {
  readonly platforms: readonly [Platform, ...Platform[]];
  readonly types: readonly StreamerMessageType[];
}

/** Clips of Kick itself have a kind of their own; those made with KickBot read as those of Twitch do. */
export const messageGroups: readonly MessageGroup[] = [
  { platforms: ['kick'], types: ['kickLive', 'kickOffline', 'kickBuiltInClip'] },
  { platforms: ['twitch'], types: ['twitchLive', 'twitchOffline'] },
  { platforms: ['twitch', 'kick'], types: ['clip'] },
  { platforms: ['kick', 'twitch'], types: ['vod'] },
  { platforms: ['youtube'], types: ['youtubeLive', 'youtubeOffline', 'youtubeVideo', 'youtubeShort'] },
  { platforms: ['tiktok'], types: ['tiktokLive', 'tiktokOffline', 'tiktokVideo'] },
  { platforms: ['rumble'], types: ['rumbleLive', 'rumbleOffline', 'rumbleVideo'] },
];

/** What a server can write: about streamers, to its own people, and about its giveaways. */
export type ServerMessageType = StreamerMessageType | GreetType | GiveawayMessageType;

export const isGreeting = (type: ServerMessageType): type is GreetType =>
  type === 'welcome' || type === 'leave' || type === 'birthday';

export const isOfGiveaways = (type: ServerMessageType): type is GiveawayMessageType =>
  giveawayMessageTypes.some((each) => each === type);

/** The page on which a greeting is set up. */
export const pageOfGreeting = (type: GreetType): string => (type === 'birthday' ? 'birthday' : 'welcome-leave');

export const groupOf = (type: ServerMessageType): MessageGroup | undefined =>
  messageGroups.find(({ types }) => types.some((each) => each === type));
