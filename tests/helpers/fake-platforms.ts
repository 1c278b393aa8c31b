import type { Platform } from '@tally/contract';
import { type Platforms, platformsOf } from '@tally/kernel';

/** Creates platforms with only these groups of calls. The definitions contain what the test needs. */
export const fakePlatforms = (
  connections: Partial<Record<Platform, object>>,
  definitions: readonly object[] = Object.keys(connections).map((id) => ({ id })),
): Platforms =>
  platformsOf(
    definitions as Platforms['definitions'],
    (platform) => connections[platform] as ReturnType<Platforms['find']>,
  );
