import type { ClipperCategory, PageLink, Platform } from '@tally/contract';
import type { Pushed, StreamSession } from './event.ts';
import type { Channel } from './stream.ts';

/** A video with its own page. Each is announced once. */
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
  /** Missing if we polled. Adapters leave this field out. */
  readonly pushed?: Pushed | undefined;
  readonly durationSeconds: number | null;
  /** When a premiere begins, in milliseconds since 1970. */
  readonly premieresAtMs?: number | null;
  readonly category: string | null;
  readonly views: number | null;
  /** The broadcast that it records, or from which it was clipped. */
  readonly streamId: string | null;
  readonly clipper: Clipper | null;
  /** For a clip: the same moment in the recording, if the platform reports the recording. */
  readonly momentUrl?: string | null;
  /** Our own download page. Adapters leave it out, and it is added when a message is composed. */
  readonly downloadUrl?: string | null;
}

/** A clip as a file. Anyone can use the URLs for a while, so never store or log them. */
export type ClipFiles =
  | {
      readonly kind: 'found';
      /** Null if this format does not exist yet. */
      readonly landscapeUrl: string | null;
      readonly portraitUrl: string | null;
    }
  | { readonly kind: 'gone' | 'notAllowed' };

/** `partnerClip` is a clip made with a third-party chat bot, whose page shows it. */
export type VideoKind = 'upload' | 'short' | 'premiere' | 'vod' | 'clip' | 'partnerClip';

/** The author of a clip, with their roles in the channel. */
export interface Clipper {
  readonly name: string;
  readonly roles: readonly ClipperCategory[];
}

export type OpenedRecording =
  | { readonly kind: 'open'; readonly url: string }
  /** `blocked` means that the page is hidden in our country. */
  | { readonly kind: 'running' | 'gone' | 'forSubscribers' | 'blocked' };

/** The facts about a video that a viewer wants to play. */
export interface Playable {
  readonly id: string;
  readonly title: string | null;
  readonly author: string | null;
  readonly channelId: string | null;
  /** Null if the platform does not report it, or the video has no length yet. */
  readonly lengthSeconds: number | null;
  readonly views: number | null;
  readonly publishedAt: Date | null;
  readonly pictureUrl: string | null;
  readonly isPublic: boolean;
  readonly isEmbeddable: boolean;
  readonly isAgeRestricted: boolean;
  /** True if the video is or will be live, so its content cannot be checked in advance. */
  readonly isLive: boolean;
  /** ISO 3166 country codes. Null if the video is available everywhere. */
  readonly regions: { readonly only: readonly string[] } | { readonly notIn: readonly string[] } | null;
}

/** The filters of a video search. */
export interface SearchTerms {
  readonly region: string | null;
  /** Null for any length. The platform may still return longer videos. */
  readonly longestSeconds: number | null;
}

export type SearchResult =
  /** The videos found, best first, at least one. */
  | { readonly state: 'found'; readonly ids: readonly string[] }
  | { readonly state: 'nothing' }
  /** The platform's daily search quota, which all our processes share, is used up. */
  | { readonly state: 'usedUp' };

/** The content of a page's preview. */
export interface LinkedPage {
  readonly kind: PageLink['kind'];
  /** The page's own URL, in the platform's spelling. */
  readonly url: string;
  readonly channel: Pick<Channel, 'name' | 'displayName' | 'avatarUrl' | 'url'>;
  /** The title of the stream, the clip or the recording. Null for a channel that is not live. */
  readonly title: string | null;
  readonly description: string | null;
  readonly imageUrl: string | null;
  readonly category: string | null;
  readonly isLive: boolean;
  /** The current viewers, or the views so far. */
  readonly viewers: number | null;
  readonly durationSeconds: number | null;
  /** The clip's video: a playlist, or a file for clips from 2023. */
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

export interface RecordingCalls {
  /** Returns the recording of a stream, or null until the platform has one that can be watched. */
  readonly findRecording: (session: StreamSession, channel: Channel) => Promise<Video | null>;
}

export interface PlaybackCalls {
  /** Returns a temporary public URL of a recording: a playlist of its sizes. Never store or log it. */
  readonly openRecording: (channel: Pick<Channel, 'id' | 'name'>, videoId: string) => Promise<OpenedRecording>;
}

export interface ClipCalls {
  /** Returns clips created since then, oldest first. */
  readonly listClips: (channel: Channel, since: Date) => Promise<readonly Video[]>;
}

/** Only platforms with an official way have these calls. */
export interface ClipFileCalls {
  /** Returns download URLs of a clip. The channel's owner must have allowed it. */
  readonly findClipFiles: (clip: Pick<Video, 'channelId' | 'id'>) => Promise<ClipFiles>;
}

export interface PageCalls {
  /** Returns the content of a page, null if there is no such page, or `blocked` if it is hidden in our country. */
  readonly readPage: (link: PageLink) => Promise<LinkedPage | 'blocked' | null>;
  /** Returns a clip as the partner's own page describes it, or null if there is no such clip. */
  readonly readPartnerClip: (id: string) => Promise<PartnerClip | null>;
}

/** Calls about videos that people watch together. */
export interface MediaCalls {
  /**
   * Returns the facts that we need before playing a video, or null if it does not exist or is not public. People
   * trigger this call, so it refuses with `lookUpsUsedUp` when their share is used up.
   */
  readonly findPlayable: (videoId: string) => Promise<Playable | null>;
  /** Returns the first matching videos that can be embedded. */
  readonly searchVideo: (words: string, about: SearchTerms) => Promise<SearchResult>;
}

/** The part of a video that a page may embed. It has neither the length nor the live state. */
export type Embedded =
  | {
      readonly state: 'found';
      readonly title: string | null;
      readonly author: string | null;
      /** The author's name as in URLs. Null if the platform does not report it. */
      readonly handle: string | null;
      readonly channelId: string | null;
      readonly publishedAt: Date | null;
      readonly pictureUrl: string | null;
    }
  | { readonly state: 'missing' | 'private' | 'notEmbeddable' };

/** Public pages for programs, without a key: https://oembed.com. They stay on if the platform is not set up. */
export interface EmbedCalls {
  readonly readEmbed: (video: { readonly videoId: string; readonly handle: string | null }) => Promise<Embedded>;
  /**
   * Returns the target of one of the platform's short links, or null if there is none. Follows one redirect, and the
   * caller decides whether the next URL is allowed.
   */
  readonly followShort: (address: URL) => Promise<string | null>;
}
