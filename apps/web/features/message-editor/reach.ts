import { type StreamerMessageType, streamerMessageTypesOf } from '@tally/contract/message-types';
import type { Platform } from '@tally/contract/platforms';

/** What a platform may publish beside streams, and what an installation may be unable to watch. */
const media = ['clips', 'vods'] as const;
type Medium = (typeof media)[number];
/** While it is not known, nothing is hidden. */
export type Reach = Readonly<Record<Medium, boolean>> | undefined;

/** What has to be watched for a message to be sent at all, where that is not streams. */
const needs: Partial<Record<StreamerMessageType, Medium>> = { clip: 'clips', kickBuiltInClip: 'clips', vod: 'vods' };

/** On Kick, `clip` is one made with KickBot, which is told of in its own way. */
const isOfKickbot = (platform: Platform, type: StreamerMessageType) => platform === 'kick' && type === 'clip';

/** The kinds of message that this installation sends about a platform; a stream that begins is always among them. */
export function sentTypes(platform: Platform, reach: Reach): readonly [StreamerMessageType, ...StreamerMessageType[]] {
  const [live, ...others]: readonly [StreamerMessageType, ...StreamerMessageType[]] = streamerMessageTypesOf[platform];
  return [live, ...others.filter((type) => unwatched(platform, reach, [type]).length === 0)];
}

/** What this installation does not watch of a platform, out of what these kinds of message need. */
export function unwatched(
  platform: Platform,
  reach: Reach,
  types: readonly StreamerMessageType[] = streamerMessageTypesOf[platform],
): readonly Medium[] {
  const needed = new Set(types.map((type) => (isOfKickbot(platform, type) ? undefined : needs[type])));
  return media.filter((medium) => needed.has(medium) && reach?.[medium] === false);
}
