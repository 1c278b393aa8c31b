import type { Memory } from '@tally/kernel';
import { z } from 'zod';

const MOST_ENDED = 20;

/** A stream that is live or planned: with its player's id, one call tells how it stands. */
const KnownStream = z.object({
  id: z.string(),
  /** As the creator's own address calls it. */
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
  /** Streams whose player said "over", and when we heard it; they are not asked about again. */
  ended: z.array(z.object({ id: z.string(), at: z.number() })).catch([]),
  listedAt: z.number().catch(0),
  /** Where videos were, an empty page is no news but a fault. */
  hasVideos: z.boolean().catch(false),
  displayName: z.string().nullable().catch(null),
});
export type RumbleMemory = Readonly<z.output<typeof RumbleMemory>>;

export const readMemory = (memory: Memory | null): RumbleMemory => RumbleMemory.parse(memory ?? {});

/** Dates become text on the way through JSON; so they are written as such. */
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
