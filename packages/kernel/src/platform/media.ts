import type { ClipperCategory, PageLink, Platform } from '@tally/contract';
import type { Pushed, StreamSession } from './event.ts';
import type { Channel } from './stream.ts';

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
  /** Absent: we polled. Adapters leave this field out. */
  readonly pushed?: Pushed | undefined;
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

/** A clip as a file. The URLs work for anyone for a while, so never store or log them. */
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

/** The author of a clip, with their roles in the channel. */
export interface Clipper {
  readonly name: string;
  readonly roles: readonly ClipperCategory[];
}

export type OpenedRecording =
  | { readonly kind: 'open'; readonly url: string }
  /** `blocked`: the page is hidden in our country. */
  | { readonly kind: 'running' | 'gone' | 'forSubscribers' | 'blocked' };

/** The facts about a video that a viewer wants to play. */
export interface Playable {
  readonly id: string;
  readonly title: string | null;
  readonly author: string | null;
  readonly channelId: string | null;
  /** Null: the platform does not say, or the video has no length yet. */
  readonly lengthSeconds: number | null;
  readonly views: number | null;
  readonly publishedAt: Date | null;
  readonly pictureUrl: string | null;
  readonly isPublic: boolean;
  readonly isEmbeddable: boolean;
  readonly isAgeRestricted: boolean;
  /** The video is live or will be, so its content cannot be checked in advance. */
  readonly isLive: boolean;
  /** ISO 3166 country codes. Null: available everywhere. */
  readonly regions: { readonly only: readonly string[] } | { readonly notIn: readonly string[] } | null;
}

/** The filters of a video search. */
export interface SearchTerms {
  readonly region: string | null;
  /** Null: any length. The platform may still find longer videos. */
  readonly longestSeconds: number | null;
}

export type SearchResult =
  /** Best first, at least one. */
  | { readonly state: 'found'; readonly ids: readonly string[] }
  | { readonly state: 'nothing' }
  /** The platform's daily search quota, which all our processes share, is used up. */
  | { readonly state: 'usedUp' };

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
  /** The recording of a stream; null until the platform has one that can be watched. */
  readonly findRecording: (session: StreamSession, channel: Channel) => Promise<Video | null>;
}

export interface PlaybackCalls {
  /** A temporary public address of a recording: a playlist of its sizes. Never store or log it. */
  readonly openRecording: (channel: Pick<Channel, 'id' | 'name'>, videoId: string) => Promise<OpenedRecording>;
}

export interface ClipCalls {
  /** Clips created since then, oldest first. */
  readonly listClips: (channel: Channel, since: Date) => Promise<readonly Video[]>;
}

/** Only platforms with an official way to do this. */
export interface ClipFileCalls {
  /** Download addresses of a clip. The channel's owner must have allowed it. */
  readonly findClipFiles: (clip: Pick<Video, 'channelId' | 'id'>) => Promise<ClipFiles>;
}

export interface PageCalls {
  /** The content of a page; null if the platform has no such page, `blocked` if it is hidden in our country. */
  readonly readPage: (link: PageLink) => Promise<LinkedPage | 'blocked' | null>;
  /** A clip as the partner's own page describes it; null if there is no such clip. */
  readonly readPartnerClip: (id: string) => Promise<PartnerClip | null>;
}

/** Videos that people watch together. */
export interface MediaCalls {
  /**
   * The facts that we need before playing a video; null if it does not exist or is not public. People trigger this
   * call, so it refuses with `lookUpsUsedUp` when their share is used up.
   */
  readonly findPlayable: (videoId: string) => Promise<Playable | null>;
  /** The first matching videos that can be embedded. */
  readonly searchVideo: (words: string, about: SearchTerms) => Promise<SearchResult>;
}

/** What a page may embed of a video. It has neither the length nor the live state. */
export type Embedded =
  | {
      readonly state: 'found';
      readonly title: string | null;
      readonly author: string | null;
      /** The author's name as in addresses; null if the platform does not say. */
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
   * The target of one of the platform's short links; null if it leads nowhere. Follows one redirect: the caller decides
   * whether the next address is allowed.
   */
  readonly followShort: (address: URL) => Promise<string | null>;
}
