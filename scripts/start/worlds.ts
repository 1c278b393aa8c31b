import type { Config } from '@tally/kernel';

/** What the simulated world plays, because nobody has given us a key or a word for the real one. */
export function simulatedWorlds({ discord, kick, twitch, youtube, tiktok, rumble }: Config): readonly string[] {
  return [
    discord.isReal ? '' : 'Discord',
    kick.isReal ? '' : 'Kick',
    twitch.isReal ? '' : 'Twitch',
    youtube.isReal ? '' : 'YouTube',
    tiktok.isReal || tiktok.isOff ? '' : 'TikTok',
    rumble.isReal || rumble.isOff ? '' : 'Rumble',
  ].filter(Boolean);
}
