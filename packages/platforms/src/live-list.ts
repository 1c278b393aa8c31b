import type { Answer, Log } from '@tally/kernel';
import { z } from 'zod';

/** A list of live streams. Entries are parsed one by one, so an unreadable one does not spoil the others. */
export const LiveList = z.object({ data: z.array(z.unknown()) });

export interface LiveEntries<T> {
  readonly read: readonly T[];
  /** Returns the answer for a channel missing from a good list: offline, unless an unreadable entry may be it. */
  absent(channelId: string): Answer;
}

export function readLiveList<S extends z.ZodType>(
  { world, log }: { readonly world: string; readonly log: Log },
  items: readonly unknown[],
  about: { readonly schema: S; readonly idOf: z.ZodType<string> },
): LiveEntries<z.output<S>> {
  const read: z.output<S>[] = [];
  const oddIds = new Set<string>();
  let isNamelessOdd = false;
  for (const item of items) {
    const entry = about.schema.safeParse(item);
    if (entry.success) {
      read.push(entry.data);
      continue;
    }
    const id = about.idOf.safeParse(item).data;
    if (id === undefined) isNamelessOdd = true;
    else oddIds.add(id);
    const problem = entry.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).slice(0, 5);
    log.warn({ problem, sample: JSON.stringify(item)?.slice(0, 200) }, `${world} sent a stream in an unexpected form`);
  }
  const reason = `${world}: a stream in an unknown form`;
  return {
    read,
    absent: (channelId) => ({
      snapshot:
        isNamelessOdd || oddIds.has(channelId)
          ? { state: 'unknown', channelId, reason }
          : { state: 'offline', channelId },
    }),
  };
}
