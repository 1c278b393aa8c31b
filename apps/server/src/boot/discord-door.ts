import { type Discord, type Lane, openDiscord } from '@tally/discord/rest';
import { budgetOfBot, type CommonLimits } from '@tally/infra/budgets';
import type { Metrics } from '@tally/infra/metrics';
import type { SafeModeDoor } from '@tally/infra/safe-mode';
import { type Config, type Log, minutes, noTrace, type Timers, type TraceDoor, type TracedCall } from '@tally/kernel';

interface Around {
  readonly metrics: Metrics;
  readonly timers: Timers;
  readonly log: Log;
  readonly common: CommonLimits;
  readonly safeMode: SafeModeDoor;
  readonly trace: TraceDoor;
  /** True if the built-in database serves this process alone. */
  readonly isAlone: boolean;
}

const REPEAT_MS = minutes(1);

/** Opens Discord's door with its metrics. Labels are the names of our own calls, never a URL. */
export function openDiscordDoor(
  config: Config,
  { metrics, timers, log, common, safeMode, trace, isAlone }: Around,
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
  const address = `address ${config.EGRESS_GROUP}`;
  const names = { bot: budgetOfBot(config.discord.clientId), webhook: address };
  let saidAt = Number.NEGATIVE_INFINITY;
  /** The doctor reads this count. */
  const noteOverdrawn = (): void => {
    common.addRefused(names.bot, 1).catch((error: unknown) => log.warn({ err: error }, 'A refusal was not counted.'));
    if (timers.nowMs() - saidAt < REPEAT_MS) return;
    saidAt = timers.nowMs();
    log.warn(
      { limit: config.CALLS_PER_SECOND },
      'Discord counts more calls with this bot token than all processes of this database make. If this repeats, another installation uses the token. `npm run doctor` says more.',
    );
  };
  const discord = openDiscord({
    ...config.discord,
    perSecond: config.CALLS_PER_SECOND,
    openPerSecond: config.WEBHOOKS_PER_SECOND,
    timers,
    safeMode,
    ...(!isAlone && {
      shareOf: (lane, limit) => common.share({ name: names[lane], limit }),
      addRefused: (count) => common.addRefused(address, count),
    }),
    onOverdrawn: (lane) => {
      // With `none`, this process sets no limit, because a proxy enforces it.
      if (lane === 'bot' && config.CALLS_PER_SECOND !== null) noteOverdrawn();
    },
    watch: {
      onCall: ({ name, outcome, ms }) => seconds.observe({ call: name, outcome }, ms / 1000),
      ...(trace !== noTrace && { onSent: (call: TracedCall) => trace.call(call) }),
      onRateLimit: ({ scope }) => limits.inc({ scope }),
    },
  });
  watchLanes(metrics, discord.lanes);
  return discord;
}

function watchLanes(metrics: Metrics, lanes: Discord['lanes']): void {
  const gauge = (name: string, help: string, valueOf: (lane: Lane) => number): void => {
    const collect = (): void => {
      for (const [lane, each] of Object.entries(lanes)) made.set({ lane }, valueOf(each));
    };
    const made = metrics.gauge({ name, help, labels: ['lane'], collect });
  };
  const held = 'Calls a second that this process may make now, of the limit that all processes share.';
  gauge('discord_calls_share', held, ({ share }) => share?.size ?? Number.POSITIVE_INFINITY);
  gauge(
    'discord_calls_waiting',
    'Calls that wait for their turn within a limit of Discord.',
    ({ pacer }) => pacer.waiting,
  );
}
