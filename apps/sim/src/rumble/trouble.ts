import { type Answer, answerPage } from './call.ts';
import { blockPage } from './pages.ts';
import { isFuture, type RumbleWorld, type Trouble } from './world.ts';

export function troubleNow({ trouble, doors }: RumbleWorld): Trouble | null {
  return trouble && isFuture({ doors }, trouble.until) ? trouble.kind : null;
}

/** Returns the response to every call during an active fault. Pictures always work. */
export function findTrouble(world: RumbleWorld, path: string): Answer | null {
  if (path.startsWith('/pictures/')) return null;
  const kind = troubleNow(world);
  // The creators' own API is not behind the block page, because otherwise half of all tools would fail.
  if (kind === 'block' && !path.includes('/-livestream-api/')) {
    return answerPage(403, blockPage(), { server: 'cloudflare', 'cf-mitigated': 'challenge' });
  }
  if (kind === 'outage') return answerPage(503, '<html><head><title>503 Service Unavailable</title></head></html>');
  return null;
}
