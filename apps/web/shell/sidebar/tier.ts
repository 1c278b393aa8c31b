import { tiers } from '@tally/contract/premium/flags';
import type { GuildInfo } from '@tally/contract/servers/calls';

export type Tier = 'free' | 'premium' | 'plus';

export function tierOf(server: GuildInfo): Tier {
  if (server.premium.tier === tiers.ServerPremiumPlus) return 'plus';
  return server.premium.tier === tiers.ServerPremium ? 'premium' : 'free';
}
