import type { ClipperCategory, Platform } from '@tally/contract';

/** Something with a page of its own, told of once. */
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
  /** Of a premiere: when it begins, in milliseconds since 1970. */
  readonly premieresAtMs?: number | null;
  readonly category: string | null;
  readonly views: number | null;
  /** The broadcast that it records or was cut from. */
  readonly streamId: string | null;
  readonly clipper: Clipper | null;
  /** Of a clip: that moment in the recording, where the platform says which one it is. */
  readonly momentUrl?: string | null;
  /** Our own page where it can be downloaded. Not the platform's business: it is put in when a message is made. */
  readonly downloadUrl?: string | null;
}

/** A clip as a file. The addresses are good for a while, for anybody: never stored or logged. */
export type ClipFiles =
  | {
      readonly kind: 'found';
      /** Null: there is no such picture of it, or not yet. */
      readonly landscapeUrl: string | null;
      readonly portraitUrl: string | null;
    }
  | { readonly kind: 'gone' | 'notAllowed' };

/** `partnerClip`: made with a chat bot of others, on whose page it is shown. */
export type VideoKind = 'upload' | 'short' | 'premiere' | 'vod' | 'clip' | 'partnerClip';

/** Who cut a clip, and what they are to the channel. */
export interface Clipper {
  readonly name: string;
  readonly roles: readonly ClipperCategory[];
}
