import { isOutsideHost } from '@tally/infra/http';
import type { PlatformDoors } from '@tally/kernel';

/** The real ones cannot push to this machine, or to a network around it, by its inside name. Says so once, and what then. */
export function canReachUs({ config, log }: PlatformDoors, platform: 'kick' | 'youtube', instead: string): boolean {
  const host = URL.parse(config.publicApiUrl)?.hostname ?? '';
  if (!config[platform].isReal || isOutsideHost(host)) return true;
  const name = platform === 'kick' ? 'Kick' : 'YouTube';
  log.warn({ host }, `${name} cannot push to this address (PUBLIC_API_URL), ${instead}`);
  return false;
}
