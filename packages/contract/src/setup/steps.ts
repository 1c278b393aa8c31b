import { platformSettings } from '../platforms/words.ts';

/** Returns TIKTOK_PAGES for `TIKTOK_PAGES=real`. */
const nameOf = (setting: string): string => setting.split('=')[0] ?? setting;

/** The settings in each step of the setup page. All others stay in the environment. */
export const setupSteps = {
  addresses: ['WEB_URL', 'PUBLIC_API_URL'],
  discord: ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'DISCORD_TOKEN'],
  platforms: Object.values(platformSettings).flat().map(nameOf),
  backup: ['BACKUP_DIR', 'BACKUP_PASSWORD'],
} as const satisfies Record<string, readonly string[]>;
export type SetupStep = keyof typeof setupSteps;

/** Settings that are useless without each other. */
export const setupPairs: readonly (readonly string[])[] = [
  setupSteps.discord,
  setupSteps.backup,
  ...Object.values(platformSettings).filter(({ length }) => length > 1),
];

/** True for secrets, which never leave the server. */
export const isSecretSetting = (name: string): boolean =>
  /_(TOKEN|SECRET|KEY|KEYS|PASSWORD)$|^DATABASE_URL$/.test(name);
