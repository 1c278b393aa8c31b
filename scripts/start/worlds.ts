import { platformSettings, platforms } from '@tally/contract';
import type { Config } from '@tally/kernel';

const names = { kick: 'Kick', twitch: 'Twitch', youtube: 'YouTube', tiktok: 'TikTok', rumble: 'Rumble' } as const;

/** What the simulated world plays, because nobody has given us a key or a word for the real one. */
export function simulatedWorlds(config: Config): readonly string[] {
  const isSimulated = (world: (typeof platforms)[number]) => !config[world].isReal && !config[world].isOff;
  return [...(config.discord.isReal ? [] : ['Discord']), ...platforms.filter(isSimulated).map((world) => names[world])];
}

/** Platforms on which nobody is watched here, and what would change that. */
export const worldsThatAreOff = (config: Config): readonly string[] =>
  platforms
    .filter((world) => config[world].isOff)
    .map((world) => `${names[world]} (${platformSettings[world].join(', ')})`);
