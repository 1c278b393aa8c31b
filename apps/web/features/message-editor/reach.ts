import type { StreamerMessageType } from '@tally/contract/message-editor/types';
import { type Platform, publishedMessages, streamerMessageTypesOf } from '@tally/contract/platforms/words';

/** Content besides streams that platforms may publish, but an installation may be unable to watch. */
const media = ['clips', 'vods'] as const;
type Medium = (typeof media)[number];
/** The content that an installation can watch. Undefined while unknown, which hides nothing. */
export type Reach = Readonly<Record<Medium, boolean>> | undefined;

/** The content that must be watched before a message can be sent, besides streams. */
const needs: Partial<Record<StreamerMessageType, Medium>> = { clip: 'clips', kickBuiltInClip: 'clips', vod: 'vods' };

/** Clips of a partner arrive in a separate way. */
const isOfPartner = (platform: Platform, type: StreamerMessageType) => type === publishedMessages[platform].partnerClip;

/** Returns the kinds of message that this installation sends for a platform, always including the stream start. */
export function sentTypes(platform: Platform, reach: Reach): readonly [StreamerMessageType, ...StreamerMessageType[]] {
  const [live, ...others]: readonly [StreamerMessageType, ...StreamerMessageType[]] = streamerMessageTypesOf[platform];
  return [live, ...others.filter((type) => unwatched(platform, reach, [type]).length === 0)];
}

/** Returns the content that these messages need but this installation does not watch. */
export function unwatched(
  platform: Platform,
  reach: Reach,
  types: readonly StreamerMessageType[] = streamerMessageTypesOf[platform],
): readonly Medium[] {
  const needed = new Set(types.map((type) => (isOfPartner(platform, type) ? undefined : needs[type])));
  return media.filter((medium) => needed.has(medium) && reach?.[medium] === false);
}
