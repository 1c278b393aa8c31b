import type { Timers } from '@tally/kernel';
import type { Discord, GatewayInfo } from '../../rest/index.ts';

/** Discord asks us not to cache this response. A few seconds are enough for many shards that ask at once. */
const KEPT_MS = 3000;

/** Returns the gateway's URL, its limits and the number of shards that Discord recommends. */
export function createInfo(discord: Pick<Discord, 'bot'>, timers: Timers): () => Promise<GatewayInfo> {
  let kept: { readonly at: number; readonly info: Promise<GatewayInfo> } | undefined;
  return () => {
    if (!kept || timers.nowMs() - kept.at > KEPT_MS) {
      const info = discord.bot.gateway();
      kept = { at: timers.nowMs(), info };
      info.catch(() => (kept = undefined));
    }
    return kept.info;
  };
}
