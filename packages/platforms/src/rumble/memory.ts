import type { Memory } from '@tally/kernel';
import { z } from 'zod';

const MOST_ENDED = 20;

/** A stream that is live or planned. With its player id, one call returns its state. */
const KnownStream = z.object({
  id: z.string(),
  /** The stream's id in the creator's own API. */
  apiId: z.string().nullable(),
  embedId: z.string().nullable(),
  path: z.string().nullable(),
  isLive: z.boolean(),
  startedAt: z.coerce.date(),
  title: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  category: z.string().nullable(),
  viewers: z.number().nullable(),
});
export type KnownStream = Readonly<z.output<typeof KnownStream>>;

const RumbleMemory = z.object({
  known: KnownStream.nullable().catch(null),
  /** Streams that the player reported as over, and when. They are not checked again. */
  ended: z.array(z.object({ id: z.string(), at: z.number() })).catch([]),
  listedAt: z.number().catch(0),
  /** An empty page is an error if it had videos before. */
  hasVideos: z.boolean().catch(false),
  displayName: z.string().nullable().catch(null),
});
export type RumbleMemory = Readonly<z.output<typeof RumbleMemory>>;

export const readMemory = (memory: Memory | null): RumbleMemory => RumbleMemory.parse(memory ?? {});

/** JSON turns dates into text, so we write text. */
export const writeMemory = (memory: RumbleMemory): Memory => ({
  ...memory,
  known: memory.known ? { ...memory.known, startedAt: memory.known.startedAt.toISOString() } : null,
});

export function withEnded(memory: RumbleMemory, id: string, now: Date): RumbleMemory {
  if (memory.ended.some((each) => each.id === id)) return memory;
  return { ...memory, ended: [{ id, at: now.getTime() }, ...memory.ended].slice(0, MOST_ENDED) };
}

export const withoutEnded = (memory: RumbleMemory, id: string): RumbleMemory => ({
  ...memory,
  ended: memory.ended.filter((each) => each.id !== id),
});
