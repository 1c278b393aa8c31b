/** The public source of numbers that decides draws: https://drand.love */
export interface BeaconConfig {
  readonly isOn: boolean;
  readonly isSimulated: boolean;
  /** The mirrors are tried in this order until one gives a valid answer. */
  readonly mirrors: readonly string[];
}

interface Read {
  readonly DISCORD_TOKEN?: string | undefined;
  readonly SIM_PORT: number;
  readonly GIVEAWAY_BEACON: 'on' | 'off';
}

/** A real Discord uses the real drand network. The simulated Discord uses the simulated one. */
export function beaconOf(read: Read): BeaconConfig {
  const isSimulated = !read.DISCORD_TOKEN;
  const mirrors = isSimulated
    ? [`http://127.0.0.1:${read.SIM_PORT}/drand`]
    : ['https://api.drand.sh', 'https://api2.drand.sh', 'https://api3.drand.sh', 'https://drand.cloudflare.com'];
  return { isOn: read.GIVEAWAY_BEACON === 'on', isSimulated, mirrors };
}
