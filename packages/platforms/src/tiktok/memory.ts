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
  /** Pages are addressed by name; the id stays when the name goes. */
  name: z.string().nullable().catch(null),
  /** The other id that stays: the list of videos is asked for by it, and tells a new name. */
  secUid: z.string().nullable().catch(null),
  /** The room that was live when we last looked. */
  room: Room.nullable().catch(null),
  nameSoughtAt: z.number().catch(0),
  videosAt: z.number().catch(0),
  /** Videos that we have told of with all their details. Null: we have never seen the list. */
  seen: z.array(z.string()).nullable().catch(null),
});
export type TikTokMemory = Readonly<z.output<typeof TikTokMemory>>;

export const readMemory = (memory: Memory | null): TikTokMemory => TikTokMemory.parse(memory ?? {});

/** Dates become text on the way through JSON; so they are written as such. */
export const writeMemory = ({ room, ...memory }: TikTokMemory): Memory => ({
  ...memory,
  room: room && { ...room, startedAt: room.startedAt.toISOString() },
});

/**
 * What a look at the room adds to what was known of the same room: a gap in one answer takes nothing away, and the
 * start stays the same. Room ids carry the second of their making.
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
