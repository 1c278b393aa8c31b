import { isSecretSetting, type Setup, setupSteps } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { hasOwner } from './gate.ts';

/** Returns the page's data. For a secret, it shows only whether it is set. */
export async function readSetup(ctx: Ctx): Promise<Setup> {
  const { config, db, houseSettings } = ctx;
  const stored = await houseSettings.read(db);
  const next = houseSettings.configWith(stored);
  const valueOf = (name: string): string | null => {
    const value: unknown = houseSettings.isFixed(name) ? config[name as keyof typeof config] : stored[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    settings: Object.values(setupSteps)
      .flat()
      .map((name) => ({
        name,
        isFixed: houseSettings.isFixed(name),
        isSet: valueOf(name) !== null,
        value: isSecretSetting(name) ? null : valueOf(name),
      })),
    isReal: config.discord.isReal,
    isPending: await houseSettings.isPending(db),
    hasOwner: await hasOwner(ctx),
    webUrl: next.webUrl,
    apiUrl: next.publicApiUrl,
    database: config.DATABASE_URL ? 'postgres' : 'builtIn',
  };
}
