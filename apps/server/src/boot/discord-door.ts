import { type Discord, openDiscord } from '@tally/discord/rest';
import type { Metrics } from '@tally/infra/metrics';
import type { Config, Timers } from '@tally/kernel';

/** Discord's door with its metrics. Labels are the names of our own calls, never an address. */
export function openDiscordDoor(
  config: Config,
  { metrics, timers }: { readonly metrics: Metrics; readonly timers: Timers },
): Discord {
  const seconds = metrics.histogram({
    name: 'discord_call_seconds',
    help: 'Calls to Discord with all their waiting, by our name for them and what came of it.',
    labels: ['call', 'outcome'],
  });
  const limits = metrics.counter({
    name: 'discord_rate_limits_total',
    help: 'Times that a limit of Discord made us wait.',
    labels: ['scope'],
  });
  return openDiscord({
    apiUrl: config.discord.apiUrl,
    token: config.discord.token,
    clientId: config.discord.clientId,
    clientSecret: config.discord.clientSecret,
    userAgent: `DiscordBot (${config.webUrl}, 0.1.0)`,
    perSecond: config.CALLS_PER_SECOND,
    openPerSecond: config.WEBHOOKS_PER_SECOND,
    timers,
    watch: {
      onCall: ({ name, outcome, ms }) => seconds.observe({ call: name, outcome }, ms / 1000),
      onRateLimit: ({ scope }) => limits.inc({ scope }),
    },
  });
}
