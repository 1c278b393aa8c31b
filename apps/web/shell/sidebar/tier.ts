import { tiers } from '@tally/contract/flags';
import type { GuildInfo } from '@tally/contract/servers';

export type Tier = 'free' | 'premium' | 'plus';

export function tierOf(server: GuildInfo): Tier {
  if (server.premium.tier === tiers.ServerPremiumPlus) return 'plus';
  return server.premium.tier === tiers.ServerPremium ? 'premium' : 'free';
}
