import { type Platform, platformSettings } from '@tally/contract';
import type { PlatformConnection, PlatformDefinition, PlatformDoors } from '@tally/kernel';
import { kick } from './kick/index.ts';
import { rumble } from './rumble/index.ts';
import { tiktok } from './tiktok/index.ts';
import { twitch } from './twitch/index.ts';
import { youtube } from './youtube/index.ts';

/** A line per platform; a test compares the list with the folders. */
export const platforms: readonly PlatformDefinition[] = [kick, rumble, tiktok, twitch, youtube];

/** Every platform that is set up here, ready to be asked. */
export function connectPlatforms(doors: PlatformDoors): {
  definitions: readonly PlatformDefinition[];
  find(platform: Platform): PlatformConnection | undefined;
  close(): Promise<void>;
} {
  const isOff = ({ id }: PlatformDefinition): boolean => doors.config[id].isOff;
  const missing = platforms.filter(isOff).map(({ id, name }) => `${name} (${platformSettings[id].join(', ')})`);
  if (missing.length > 0) doors.log.info({}, `Not set up, so nobody is watched there: ${missing.join('; ')}.`);
  const connections = new Map(
    platforms.filter((each) => !isOff(each)).map((platform) => [platform.id, platform.connect(doors)]),
  );
  return {
    definitions: platforms,
    find: (platform) => connections.get(platform),
    async close() {
      for (const connection of connections.values()) await connection.close?.();
    },
  };
}
