import { ConfigError } from '../error.ts';
import type { World } from '../values.ts';

export interface PlatformConfig {
  readonly isReal: boolean;
  /** True if the platform is not set up here. We never call it, and its followed streamers wait. */
  readonly isOff: boolean;
}

/** Half a pair of keys is an error and never selects the simulated world. */
export function hasPair<Read>(read: Read, one: keyof Read & string, other: keyof Read & string): boolean {
  if (Boolean(read[one]) === Boolean(read[other])) return Boolean(read[one]);
  const [missing, given] = read[one] ? [other, one] : [one, other];
  throw new ConfigError(`${missing}: needed beside ${given}`);
}

/**
 * With a real Discord, a platform is simulated only on request. Otherwise real servers would see creators that do not
 * exist.
 */
export const standingOf = (read: World, isReal: boolean, isSimulated: boolean): PlatformConfig => ({
  isReal,
  isOff: !isReal && !isSimulated && Boolean(read.DISCORD_TOKEN),
});
