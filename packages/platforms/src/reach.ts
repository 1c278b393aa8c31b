import { isOutsideHost } from '@tally/infra/http';
import type { PlatformDoors } from '@tally/kernel';

/** Real platforms cannot push to a private address. Logs this once, with the consequence. */
export function canReachUs({ config, log }: PlatformDoors, platform: 'kick' | 'youtube', instead: string): boolean {
  const host = URL.parse(config.publicApiUrl)?.hostname ?? '';
  if (!config[platform].isReal || isOutsideHost(host)) return true;
  const name = platform === 'kick' ? 'Kick' : 'YouTube';
  log.warn({ host }, `${name} cannot push to this address (PUBLIC_API_URL), ${instead}`);
  return false;
}
