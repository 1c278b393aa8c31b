import { type Platform, platformSettings } from '@tally/contract';
import type { Caller, PlatformConnection, PlatformDefinition, PlatformDoors } from '@tally/kernel';
import { openAskedBy } from './asked-by.ts';
import { kick } from './kick/index.ts';
import { rumble } from './rumble/index.ts';
import { tiktok } from './tiktok/index.ts';
import { twitch } from './twitch/index.ts';
import { youtube } from './youtube/index.ts';

/** One line per platform; a test compares the list with the folders. */
export const platforms: readonly PlatformDefinition[] = [kick, rumble, tiktok, twitch, youtube];

interface Connected {
  readonly definitions: readonly PlatformDefinition[];
  find(platform: Platform): PlatformConnection | undefined;
}

/** Every platform that is set up here, connected. */
export function connectPlatforms(
  doors: PlatformDoors,
): Connected & { askedBy(caller: Caller): Connected; close(): Promise<void> } {
  const isOff = ({ id }: PlatformDefinition): boolean => doors.config[id].isOff;
  const missing = platforms.filter(isOff).map(({ id, name }) => `${name} (${platformSettings[id].join(', ')})`);
  if (missing.length > 0) doors.log.info({}, `Not set up, so nobody is watched there: ${missing.join('; ')}.`);
  const ready = platforms.filter((each) => !isOff(each));
  const connected = new Map(
    ready.map((platform) => {
      const connection = platform.connect(doors);
      return [platform.id, { connection, askedBy: openAskedBy(platform, connection, doors) }];
    }),
  );
  return {
    definitions: platforms,
    find: (platform) => connected.get(platform)?.connection,
    askedBy: (caller) => ({ definitions: platforms, find: (platform) => connected.get(platform)?.askedBy(caller) }),
    async close() {
      for (const { connection } of connected.values()) await connection.close?.();
    },
  };
}
