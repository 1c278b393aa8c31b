import type { PageLink } from '@tally/contract';
import type { Channel } from './platform.ts';

/** What a preview of a page shows. */
export interface LinkedPage {
  readonly kind: PageLink['kind'];
  /** The page's own address, in the platform's spelling. */
  readonly url: string;
  readonly channel: Pick<Channel, 'name' | 'displayName' | 'avatarUrl' | 'url'>;
  /** The title of the stream, the clip or the recording; null for a channel that is not live. */
  readonly title: string | null;
  readonly description: string | null;
  readonly imageUrl: string | null;
  readonly category: string | null;
  readonly isLive: boolean;
  /** Current viewers, or views so far. */
  readonly viewers: number | null;
  readonly durationSeconds: number | null;
  /** The clip's video: a playlist, or a file for clips of 2023. */
  readonly playlistUrl: string | null;
}

/** A clip as the partner's page describes it. */
export interface PartnerClip {
  /** The streamer's channel, spelled as in links. */
  readonly channelName: string;
  readonly title: string | null;
  readonly clipper: string | null;
  readonly pictureUrl: string;
  readonly durationSeconds: number | null;
  readonly createdAt: Date | null;
  readonly views: number | null;
}
