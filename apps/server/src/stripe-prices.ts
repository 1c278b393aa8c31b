import { syncPrices } from '@tally/features/registry';
import { logFor } from '@tally/infra/log';
import { AppError, type Config, readConfig } from '@tally/kernel';
import { explainStart } from './boot/explain.ts';
import { openHouse } from './boot/house.ts';

/** `npm run stripe:prices` updates Stripe's prices from our rows now, instead of tonight. Safe to repeat. */
async function main(): Promise<void> {
  let config: Config | undefined;
  try {
    const ROLE = process.env['DATABASE_URL'] || process.env['DATABASE_URL_FILE'] ? 'worker' : 'all';
    const env = { ...process.env, ROLE };
    config = readConfig(env);
    const house = await openHouse(config, logFor(config), env);
    try {
      const { sold, made, renamed, archived } = await syncPrices(house.systemCtx());
      process.stdout.write(
        `Stripe sells ${sold} prices: ${made} made, ${renamed} products renamed, ${archived} old prices archived.\n`,
      );
    } finally {
      await house.close();
    }
  } catch (error) {
    process.stderr.write(`${sentenceOf(error, config)}\n`);
    process.exitCode = 1;
  }
}

function sentenceOf(error: unknown, config: Config | undefined): string {
  if (error instanceof AppError && error.code === 'billingOff')
    return 'Nothing is sold here: set STRIPE_SECRET_KEY, and do not set BILLING=off.';
  if (error instanceof AppError && error.code === 'stripeDown')
    return 'Stripe cannot be asked: it is away, or it does not accept STRIPE_SECRET_KEY for this.';
  return explainStart(error, config) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}

await main();
