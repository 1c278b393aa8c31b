import { platformSettings } from '../platforms/words.ts';

/** `TIKTOK_PAGES=real` is the setting TIKTOK_PAGES. */
const nameOf = (setting: string): string => setting.split('=')[0] ?? setting;

/** The settings of each step of the setup page. All others stay in the environment. */
export const setupSteps = {
  addresses: ['WEB_URL', 'PUBLIC_API_URL'],
  discord: ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'DISCORD_TOKEN'],
  platforms: Object.values(platformSettings).flat().map(nameOf),
  backup: ['BACKUP_DIR', 'BACKUP_PASSWORD'],
} as const satisfies Record<string, readonly string[]>;
export type SetupStep = keyof typeof setupSteps;

/** Settings that are useless alone. */
export const setupPairs: readonly (readonly string[])[] = [
  setupSteps.discord,
  setupSteps.backup,
  ...Object.values(platformSettings).filter(({ length }) => length > 1),
];

/** A secret never leaves the server. */
export const isSecretSetting = (name: string): boolean =>
  /_(TOKEN|SECRET|KEY|KEYS|PASSWORD)$|^DATABASE_URL$/.test(name);
