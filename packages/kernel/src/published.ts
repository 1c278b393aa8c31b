import type { ClipperCategory, Platform } from '@tally/contract';

/** Something with its own page. Each is announced once. */
export interface Video {
  readonly platform: Platform;
  readonly channelId: string;
  /** Unique on the platform. */
  readonly id: string;
  readonly kind: VideoKind;
  readonly title: string | null;
  readonly description: string | null;
  readonly url: string;
  readonly thumbnailUrl: string | null;
  readonly publishedAt: Date;
  readonly durationSeconds: number | null;
  /** When a premiere begins, in milliseconds since 1970. */
  readonly premieresAtMs?: number | null;
  readonly category: string | null;
  readonly views: number | null;
  /** The broadcast that it records, or that it was clipped from. */
  readonly streamId: string | null;
  readonly clipper: Clipper | null;
  /** For a clip: the same moment in the recording, if the platform says which recording it is. */
  readonly momentUrl?: string | null;
  /** Our own download page. Adapters leave it out; it is added when a message is composed. */
  readonly downloadUrl?: string | null;
}

/** A clip as a file. The addresses work for anyone for a while: never store or log them. */
export type ClipFiles =
  | {
      readonly kind: 'found';
      /** Null: this format does not exist, or not yet. */
      readonly landscapeUrl: string | null;
      readonly portraitUrl: string | null;
    }
  | { readonly kind: 'gone' | 'notAllowed' };

/** `partnerClip`: made with a third-party chat bot, whose page shows it. */
export type VideoKind = 'upload' | 'short' | 'premiere' | 'vod' | 'clip' | 'partnerClip';

/** The author of a clip, and their roles in the channel. */
export interface Clipper {
  readonly name: string;
  readonly roles: readonly ClipperCategory[];
}
