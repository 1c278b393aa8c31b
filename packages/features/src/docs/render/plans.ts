import {
  addons,
  type PlanLimit,
  type PremiumFlag,
  perPlatformAddon,
  planCeilings,
  platformAddons,
  premiumFlags,
  tiers,
} from '@tally/contract';
import { flagsToCome, limitsToCome } from '@tally/contract/premium/to-come';
import type { CataloguePlan } from '../../premium/index.ts';
import { table } from './table.ts';

const names: Readonly<Record<PlanLimit, string>> = {
  ...perPlatformAddon(({ name }) => `${name} connections`),
  AutoLiveRoles: 'Auto-live roles',
  StatusRoles: 'Status roles',
  Overrides: 'Overrides',
  StickyMessages: 'Sticky messages',
  Starboards: 'Starboards',
  LinkedRoles: 'Linked-role rules',
  OfflineGraceMinutes: 'Longest offline grace (minutes)',
  AllowedVodDurationToSave: 'Recordings kept for (hours)',
  AmountOfStreamersSavingVods: 'Streamers with saved recordings',
  RecordingHeight: 'Resolution of recordings (lines)',
  GiveawayDurationHours: 'Longest giveaway (hours)',
  GiveawayRequirements: 'Requirements of a giveaway',
  GiveawayScheduleInFutureHours: 'Giveaways scheduled ahead (hours)',
  GiveawaysAtOnce: 'Giveaways at once',
  GiveawayWinners: 'Winners of a giveaway',
};

const limits: readonly PlanLimit[] = [...addons, ...planCeilings];
const serverTiers: readonly string[] = [tiers.ServerFree, tiers.ServerPremium, tiers.ServerPremiumPlus];

/** Lists limits by plan. The word `Connections` selects the limits of every platform. */
export function drawLimits(plans: readonly CataloguePlan[], words: readonly string[]): string {
  const wanted = words.flatMap((word) => (word === 'Connections' ? Object.values(platformAddons) : word));
  const unknown = wanted.find((word) => !Object.hasOwn(names, word));
  if (unknown !== undefined) throw new Error(`docs/public: no plan has a limit called ${unknown}`);
  const shown = serverTiers.flatMap((tierId) => plans.find((plan) => plan.tierId === tierId) ?? []);
  const rows = limits.filter((limit) => (wanted.length > 0 ? wanted.includes(limit) : !limitsToCome.includes(limit)));
  return table(
    ['Limit', ...shown.map(({ name }) => name)],
    rows.map((limit) => [names[limit], ...shown.map((plan) => String(plan.limits[limit] ?? 0))]),
  );
}

const from = { free: 'every server', premium: 'Server Premium', plus: 'Server Premium Plus' } as const;

/** Lists the lowest plan that includes each feature. */
export const drawFlags = (): string =>
  table(
    ['Feature', 'From'],
    Object.entries(premiumFlags)
      .filter(([name]) => !flagsToCome.includes(name as PremiumFlag))
      .toSorted(([, one], [, other]) => order.indexOf(one.from) - order.indexOf(other.from))
      .map(([, flag]) => [flag.text, from[flag.from]]),
  );

const order = ['free', 'premium', 'plus'];
