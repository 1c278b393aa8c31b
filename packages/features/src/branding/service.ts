import {
  type BrandingSwitch,
  brandingSwitches,
  type DisableBranding,
  type GuildSettingsBody,
  hasFlag,
  premiumFlags,
  type ServerId,
} from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import { planOf } from '../servers/index.ts';
import { type GuildParts } from '../settings/index.ts';
import { listDisabled, saveDisabled } from './store.ts';

/** Returns a function that says whether our name still appears in a place of a server. */
export async function loadBranding(
  ctx: Pick<Ctx, 'db'>,
  serverIds: readonly ServerId[],
): Promise<(serverId: ServerId, where: BrandingSwitch) => boolean> {
  const disabled = await listDisabled(ctx.db, [...new Set(serverIds)]);
  return (serverId, where) => !disabled.get(serverId)?.includes(where);
}

export const brandingPart: GuildParts = {
  keys: ['disableBranding'],
  async read(_ctx, db, serverId) {
    const disabled = (await listDisabled(db, [serverId])).get(serverId);
    return { disableBranding: disabled ? asSwitches(disabled) : null };
  },
  // Reads the plan before the transaction begins, because `planOf` uses its own connection.
  async check(ctx, serverId, { disableBranding }) {
    const before = (await listDisabled(ctx.db, [serverId])).get(serverId) ?? [];
    if (changed(before, disableBranding).some((name) => !before.includes(name)))
      await requireBrandingFlag(ctx, serverId);
  },
  async write(_ctx, tx, serverId, { disableBranding }) {
    const before = (await listDisabled(tx, [serverId])).get(serverId) ?? [];
    const after = changed(before, disableBranding);
    if (after.length > 0 || before.length > 0) await saveDisabled(tx, serverId, after);
  },
};

/** A missing switch stays unchanged, but a missing object turns every switch off. */
const changed = (before: readonly BrandingSwitch[], sent: GuildSettingsBody['disableBranding']): BrandingSwitch[] =>
  brandingSwitches.filter((name) => (sent && sent[name] === undefined ? before.includes(name) : sent?.[name] === true));

// The cast is safe because the keys come from the list that defines the type.
const asSwitches = (disabled: readonly BrandingSwitch[]) =>
  Object.fromEntries(brandingSwitches.map((name) => [name, disabled.includes(name)])) as DisableBranding;

async function requireBrandingFlag(ctx: Ctx, serverId: ServerId): Promise<void> {
  const { bitfield } = await planOf(ctx, serverId);
  if (hasFlag(bitfield, 'ManageBranding')) return;
  throw new AppError('premiumRequired', { flag: premiumFlags.ManageBranding.text, tier: 'Premium Plus' });
}
