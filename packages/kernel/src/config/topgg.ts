export interface TopggConfig {
  /** True if top.gg is not set up, so we request no votes. */
  readonly isOff: boolean;
  /** Null if we do not accept this kind of push. */
  readonly secret: string | null;
  readonly password: string | null;
}

interface Read {
  readonly DISCORD_TOKEN?: string | undefined;
  readonly TOPGG_WEBHOOK_SECRET?: string | undefined;
  readonly TOPGG_WEBHOOK_PASSWORD?: string | undefined;
}

/** Without a secret the simulated top.gg reports votes, as long as Discord is simulated too. */
export function topggOf(read: Read): TopggConfig {
  const { TOPGG_WEBHOOK_SECRET: secret = null, TOPGG_WEBHOOK_PASSWORD: password = null } = read;
  if (secret !== null || password !== null) return { isOff: false, secret, password };
  if (read.DISCORD_TOKEN) return { isOff: true, secret, password };
  return { isOff: false, secret: 'whs_tally_simulated_world', password: 'sim-topgg-password' };
}
