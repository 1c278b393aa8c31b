import { z } from 'zod';
import { reachApiForPage } from './proxy/reach-api.ts';
import { apiHasStarted } from './start/api-start.ts';

const TIMEOUT_MS = 4_000;

/**
 * Reads data for a public page during rendering. Returns null after a refusal or a timeout. With `isPatient: false`, it
 * does not wait for an API that is still starting.
 */
export async function readPublic<S extends z.ZodType>(
  path: string,
  data: S,
  about: { readonly isPatient?: boolean } = {},
): Promise<z.output<S> | null> {
  const found = await findPublic(path, data, about);
  return found === 'down' ? null : found;
}

/** Returns null if the item does not exist, and `down` if the API did not answer. */
export async function findPublic<S extends z.ZodType>(
  path: string,
  data: S,
  { isPatient = true }: { readonly isPatient?: boolean } = {},
): Promise<z.output<S> | null | 'down'> {
  if (isPatient) await apiHasStarted();
  try {
    const answer = await reachApiForPage(path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.status === 404) return null;
    return await data.parseAsync(z.object({ data: z.unknown() }).parse(await answer.json()).data);
  } catch {
    return 'down';
  }
}
