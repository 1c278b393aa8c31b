import { z } from 'zod';
import { apiHasStarted } from './api-start.ts';
import { reachApiForPage } from './reach-api.ts';

const TIMEOUT_MS = 4_000;

/** What a page for everybody shows, asked for while it is made. Null: refused, or nobody answered in time. */
export async function readPublic<S extends z.ZodType>(path: string, data: S): Promise<z.output<S> | null> {
  const found = await findPublic(path, data);
  return found === 'down' ? null : found;
}

/** The same for one thing: null where there is no such, and a word of its own where nobody can say. */
export async function findPublic<S extends z.ZodType>(path: string, data: S): Promise<z.output<S> | null | 'down'> {
  await apiHasStarted();
  try {
    const answer = await reachApiForPage(path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.status === 404) return null;
    return await data.parseAsync(z.object({ data: z.unknown() }).parse(await answer.json()).data);
  } catch {
    return 'down';
  }
}
