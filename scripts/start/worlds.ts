import { platformNames, platformSettings, platforms } from '@tally/contract';
import type { Config } from '@tally/kernel';

/** Returns the worlds to simulate, because their real services have no key or setting. */
export function simulatedWorlds(config: Config): readonly string[] {
  const isSimulated = (world: (typeof platforms)[number]) => !config[world].isReal && !config[world].isOff;
  return [
    ...(config.discord.isReal ? [] : ['Discord']),
    ...platforms.filter(isSimulated).map((world) => platformNames[world]),
  ];
}

/** Returns the platforms that are not watched here, and how to change that. */
export const worldsThatAreOff = (config: Config): readonly string[] =>
  platforms
    .filter((world) => config[world].isOff)
    .map((world) => `${platformNames[world]} (${platformSettings[world].join(', ')})`);
