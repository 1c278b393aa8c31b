import type { PageLink } from '@tally/contract';
import type { Channel } from './platform.ts';

/** What a preview of a page shows. */
export interface LinkedPage {
  readonly kind: PageLink['kind'];
  /** The page itself, as the platform writes its address. */
  readonly url: string;
  readonly channel: Pick<Channel, 'name' | 'displayName' | 'avatarUrl' | 'url'>;
  /** Of the stream, the clip or the recording; of a quiet channel null. */
  readonly title: string | null;
  readonly description: string | null;
  readonly imageUrl: string | null;
  readonly category: string | null;
  readonly isLive: boolean;
  /** Who watches now, or has watched. */
  readonly viewers: number | null;
  readonly durationSeconds: number | null;
  /** Where a clip is played from: a playlist, or a file for those of 2023. */
  readonly playlistUrl: string | null;
}

/** What the page of a partner says of a clip. */
export interface PartnerClip {
  /** Whose stream it shows, as links write it. */
  readonly channelName: string;
  readonly title: string | null;
  readonly clipper: string | null;
  readonly pictureUrl: string;
  readonly durationSeconds: number | null;
  readonly createdAt: Date | null;
  readonly views: number | null;
}
