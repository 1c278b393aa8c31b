import type { Memory } from '@tally/kernel';
import { z } from 'zod';
import { type SeenRoom, timeOfId } from './tiktok.external.ts';

const Room = z.object({
  id: z.string(),
  startedAt: z.coerce.date(),
  title: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  viewers: z.number().nullable(),
  category: z.string().nullable(),
});

const TikTokMemory = z.object({
  /** The name that addresses pages. The id stays when the name changes. */
  name: z.string().nullable().catch(null),
  /** The second stable id. It addresses the list of videos, which contains the current name. */
  secUid: z.string().nullable().catch(null),
  /** The room that was live at the last check. */
  room: Room.nullable().catch(null),
  nameSoughtAt: z.number().catch(0),
  videosAt: z.number().catch(0),
  /** Videos that we have announced with all details. Null if we have never read the list. */
  seen: z.array(z.string()).nullable().catch(null),
});
export type TikTokMemory = Readonly<z.output<typeof TikTokMemory>>;

export const readMemory = (memory: Memory | null): TikTokMemory => TikTokMemory.parse(memory ?? {});

/** JSON turns dates into text, so we write text. */
export const writeMemory = ({ room, ...memory }: TikTokMemory): Memory => ({
  ...memory,
  room: room && { ...room, startedAt: room.startedAt.toISOString() },
});

/**
 * Merges new data about the same room. A missing field changes nothing, and the start stays the same. Room ids contain
 * the second of their creation.
 */
export function roomToKeep(known: TikTokMemory['room'], seen: SeenRoom, now: Date): NonNullable<TikTokMemory['room']> {
  const before = known?.id === seen.id ? known : null;
  return {
    ...seen,
    startedAt: before?.startedAt ?? seen.startedAt ?? timeOfId(seen.id) ?? now,
    category: seen.category ?? before?.category ?? null,
    thumbnailUrl: seen.thumbnailUrl ?? before?.thumbnailUrl ?? null,
  };
}
