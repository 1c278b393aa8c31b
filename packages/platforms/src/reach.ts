import { isOutsideHost } from '@tally/infra/http';
import type { PlatformDoors } from '@tally/kernel';

/** Returns whether a platform can push to us. Real ones cannot reach a private URL, which is logged once. */
export function canReachUs({ config, log }: PlatformDoors, platform: 'kick' | 'youtube', instead: string): boolean {
  const host = URL.parse(config.publicApiUrl)?.hostname ?? '';
  if (!config[platform].isReal || isOutsideHost(host)) return true;
  const name = platform === 'kick' ? 'Kick' : 'YouTube';
  log.warn({ host }, `${name} cannot push to this address (PUBLIC_API_URL), ${instead}`);
  return false;
}
