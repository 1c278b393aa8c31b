import { ConfigError } from './error.ts';

export interface StripeConfig {
  readonly isReal: boolean;
  /** True if billing is off here. */
  readonly isOff: boolean;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The URL without the version, because paths begin with the version. */
  readonly apiUrl: string;
}

interface Read {
  readonly SIM_PORT: number;
  readonly DISCORD_TOKEN?: string | undefined;
  readonly STRIPE_SECRET_KEY?: string | undefined;
  readonly STRIPE_WEBHOOK_SECRET?: string | undefined;
  readonly STRIPE_API_URL?: string | undefined;
  readonly BILLING: 'auto' | 'off';
}

export function stripeOf(read: Read): StripeConfig {
  const isReal = Boolean(read.STRIPE_SECRET_KEY);
  if (isReal && !read.STRIPE_WEBHOOK_SECRET) {
    throw new ConfigError('STRIPE_WEBHOOK_SECRET: needed beside STRIPE_SECRET_KEY, because webhooks say what was paid');
  }
  return {
    isReal,
    isOff: read.BILLING === 'off' || (!isReal && Boolean(read.DISCORD_TOKEN)),
    secretKey: read.STRIPE_SECRET_KEY ?? 'sk_test_tally_simulated_world',
    webhookSecret: read.STRIPE_WEBHOOK_SECRET ?? 'whsec_tally_simulated_world',
    apiUrl: read.STRIPE_API_URL ?? (isReal ? 'https://api.stripe.com' : `http://127.0.0.1:${read.SIM_PORT}/stripe`),
  };
}
