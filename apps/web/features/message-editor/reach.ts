import type { StreamerMessageType } from '@tally/contract/message-editor/types';
import { type Platform, publishedMessages, streamerMessageTypesOf } from '@tally/contract/platforms/words';

/** Content besides streams that a platform may publish, but that an installation may be unable to watch. */
const media = ['clips', 'vods'] as const;
type Medium = (typeof media)[number];
/** Hides nothing while the reach is unknown. */
export type Reach = Readonly<Record<Medium, boolean>> | undefined;

/** The content, besides streams, that must be watched for a message to be sent. */
const needs: Partial<Record<StreamerMessageType, Medium>> = { clip: 'clips', kickBuiltInClip: 'clips', vod: 'vods' };

/** A partner's clips arrive separately. */
const isOfPartner = (platform: Platform, type: StreamerMessageType) => type === publishedMessages[platform].partnerClip;

/** The kinds of message that this installation sends about a platform; the start of a stream is always included. */
export function sentTypes(platform: Platform, reach: Reach): readonly [StreamerMessageType, ...StreamerMessageType[]] {
  const [live, ...others]: readonly [StreamerMessageType, ...StreamerMessageType[]] = streamerMessageTypesOf[platform];
  return [live, ...others.filter((type) => unwatched(platform, reach, [type]).length === 0)];
}

/** The content of a platform that these messages need and this installation does not watch. */
export function unwatched(
  platform: Platform,
  reach: Reach,
  types: readonly StreamerMessageType[] = streamerMessageTypesOf[platform],
): readonly Medium[] {
  const needed = new Set(types.map((type) => (isOfPartner(platform, type) ? undefined : needs[type])));
  return media.filter((medium) => needed.has(medium) && reach?.[medium] === false);
}
