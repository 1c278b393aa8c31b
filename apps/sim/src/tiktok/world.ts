/** The state of the simulated TikTok. */
import type { Doors, SeenRequest } from '../platform/doors.ts';

export type { Doors } from '../platform/doors.ts';
export { isFuture } from '../platform/doors.ts';

/** One broadcast. A new one gets a new room. */
export interface Room {
  readonly id: string;
  readonly startedAt: Date;
  endedAt: Date | null;
  viewers: number;
  title: string;
}

export interface Upload {
  readonly id: string;
  readonly text: string;
  readonly createdAt: Date;
  readonly seconds: number;
  readonly plays: number;
  /** Pinned videos come first in every list, even old ones. */
  readonly isPinned: boolean;
}

export interface Person {
  readonly userId: string;
  readonly secUid: string;
  /** The name shown as `@uniqueId`. It can change, and another person may take the old one. */
  uniqueId: string;
  nickname: string;
  bio: string;
  isVerified: boolean;
  isPrivate: boolean;
  followers: number;
  topic: string;
  title: string;
  room: Room | null;
  dropped: { readonly room: Room; readonly cancel: () => void } | null;
  /** The ended rooms, newest first. */
  past: Room[];
  /** The uploads, newest first. */
  uploads: Upload[];
}

/** How TikTok's pages and calls fail. */
export const troubles = ['block', 'captcha', 'outage', 'limit', 'no data', 'new layout', 'empty', 'geo'] as const;
export type Trouble = (typeof troubles)[number];

/** The affected calls. */
export const parts = ['everything', 'live pages', 'room api', 'webcast', 'profiles', 'embeds', 'item list'] as const;
export type Part = (typeof parts)[number];

export interface ActiveTrouble {
  readonly kind: Trouble;
  readonly part: Part;
  readonly until: Date;
}

export interface TikTokWorld {
  readonly doors: Doors;
  readonly people: Map<string, Person>;
  /** Calls per minute and IP address before refusal. */
  readonly limits: { readonly isLimited: boolean; perMinute: number };
  readonly callers: Map<string, { since: number; calls: number }>;
  /** The shortener's codes and their targets. */
  readonly shorts: Map<string, string>;
  troubles: ActiveTrouble[];
  readonly requests: SeenRequest[];
  nextNumber: number;
}

export function createWorld(doors: Doors, options: { isLimited?: boolean } = {}): TikTokWorld {
  return {
    doors,
    people: new Map(),
    limits: { isLimited: options.isLimited ?? true, perMinute: 120 },
    callers: new Map(),
    shorts: new Map(),
    troubles: [],
    requests: [],
    nextNumber: 41_007,
  };
}

export function findByName(world: TikTokWorld, name: string): Person | null {
  const wanted = name.toLowerCase();
  for (const person of world.people.values()) if (person.uniqueId === wanted) return person;
  return null;
}

export function findBySecUid(world: TikTokWorld, secUid: string): Person | null {
  for (const person of world.people.values()) if (person.secUid === secUid) return person;
  return null;
}

/** Returns the latest room: the running one, or the last one that ended. */
export const latestRoom = (person: Person): Room | null =>
  person.room ?? person.dropped?.room ?? person.past[0] ?? null;

export function findRoom(world: TikTokWorld, id: string): { person: Person; room: Room } | null {
  for (const person of world.people.values()) {
    const rooms = [person.room, person.dropped?.room, ...person.past];
    const room = rooms.find((each) => each?.id === id);
    if (room) return { person, room };
  }
  return null;
}

export function findUpload(world: TikTokWorld, id: string): { person: Person; upload: Upload } | null {
  for (const person of world.people.values()) {
    const upload = person.uploads.find((each) => each.id === id);
    if (upload) return { person, upload };
  }
  return null;
}

/** The upper half is the second of creation. The lower half distinguishes ids of the same second. */
export function createId(world: TikTokWorld, at: Date): string {
  world.nextNumber += 1;
  const seconds = BigInt(Math.floor(at.getTime() / 1_000));
  return String((seconds << 32n) | BigInt((world.nextNumber * 2_654_435_761) % 4_294_967_296));
}

export const isLive = (person: Person): boolean => person.room !== null && !person.isPrivate;
