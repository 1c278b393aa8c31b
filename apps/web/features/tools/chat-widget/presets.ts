import type { Settings } from './settings.ts';

/** Complete designs. Applying one keeps the channel and the filters. */
export const presets = {
  clean: {},
  bubbles: { look: 'bubbles', opacity: 70, shadow: false, animation: 'slide', size: 20 },
  outline: { stroke: 3, shadow: false, weight: 800, size: 28 },
  compact: { size: 16, spacing: 120, look: 'bar', opacity: 55, shadow: false, emoteSize: 120 },
  ticker: { flow: 'ticker', lines: 20, size: 24 },
  fading: { fade: 20, animation: 'fade', lines: 12 },
} as const satisfies Readonly<Record<string, Partial<Settings>>>;
export type Preset = keyof typeof presets;

const kept = ['twitch', 'kick', 'bots', 'except', 'commands', 'users', 'words', 'shared', 'direction'] as const;

export const applyPreset = (preset: Preset, now: Settings, defaults: Settings): Settings => ({
  ...defaults,
  ...Object.fromEntries(kept.map((name) => [name, now[name]])),
  ...presets[preset],
});
