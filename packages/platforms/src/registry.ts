import { type Platform, platformSettings } from '@tally/contract';
import { type Caller, type PlatformDefinition, type PlatformDoors, type Platforms, platformsOf } from '@tally/kernel';
import { openAskedBy } from './asked-by.ts';
import { kick } from './kick/index.ts';
import { rumble } from './rumble/index.ts';
import { tiktok } from './tiktok/index.ts';
import { twitch } from './twitch/index.ts';
import { youtube } from './youtube/index.ts';

/** One line per platform. A test compares the list with the folders. */
export const platforms: readonly PlatformDefinition[] = [kick, rumble, tiktok, twitch, youtube];

/** Connects every platform that is set up here. */
export function connectPlatforms(
  doors: PlatformDoors,
): Platforms & { askedBy(caller: Caller): Platforms; close(): Promise<void> } {
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
  const embeds = new Map(platforms.flatMap((each) => (each.embeds ? [[each.id, each.embeds(doors)] as const] : [])));
  const open = (platform: Platform) => ({ embeds: embeds.get(platform) });
  return {
    ...platformsOf(platforms, (platform) => connected.get(platform)?.connection, open),
    askedBy: (caller) => platformsOf(platforms, (platform) => connected.get(platform)?.askedBy(caller), open),
    async close() {
      for (const { connection } of connected.values()) await connection.upkeep?.close();
    },
  };
}
