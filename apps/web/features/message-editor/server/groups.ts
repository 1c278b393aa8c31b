import {
  type GiveawayMessageType,
  giveawayMessageTypes,
  type StreamerMessageType,
  streamerMessageTypes,
} from '@tally/contract/message-editor/types';
import { type Platform, platforms, publishedMessages, streamerMessageTypesOf } from '@tally/contract/platforms/words';
import type { GreetType } from '@tally/contract/servers/parts';

/** A group of message kinds, for one platform or for several that share a text. */
export interface MessageGroup {
  readonly platforms: readonly [Platform, ...Platform[]];
  readonly types: readonly StreamerMessageType[];
}

const hasMessage = (platform: Platform, type: StreamerMessageType): boolean =>
  streamerMessageTypesOf[platform].some((each) => each === type);

/** The message kinds that several platforms share. */
const shared = streamerMessageTypes.filter((type) => platforms.filter((each) => hasMessage(each, type)).length > 1);

/** Platforms with their own content come before platforms with a partner's clips. */
const platformsOf = (type: StreamerMessageType) => {
  const isPartners = (platform: Platform) => Number(publishedMessages[platform].partnerClip === type);
  return platforms
    .filter((each) => hasMessage(each, type))
    .toSorted((one, other) => isPartners(one) - isPartners(other)) as [Platform, ...Platform[]];
};

export const messageGroups: readonly MessageGroup[] = [
  ...platforms.map(
    (platform): MessageGroup => ({
      platforms: [platform],
      types: streamerMessageTypesOf[platform].filter((type) => !shared.includes(type)),
    }),
  ),
  ...shared.map((type) => ({ platforms: platformsOf(type), types: [type] })),
];

/** All message kinds of a server: about streamers, for its members, and for its giveaways. */
export type ServerMessageType = StreamerMessageType | GreetType | GiveawayMessageType;

export const isGreeting = (type: ServerMessageType): type is GreetType =>
  type === 'welcome' || type === 'leave' || type === 'birthday';

export const isOfGiveaways = (type: ServerMessageType): type is GiveawayMessageType =>
  giveawayMessageTypes.some((each) => each === type);

export const pageOfGreeting = (type: GreetType): string => (type === 'birthday' ? 'birthday' : 'welcome-leave');

export const groupOf = (type: ServerMessageType): MessageGroup | undefined =>
  messageGroups.find(({ types }) => types.some((each) => each === type));
