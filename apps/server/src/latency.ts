import { compareLatency } from '@tally/features/registry';
import { logFor } from '@tally/infra/log';
import { type Config, readConfig } from '@tally/kernel';
import { explainStart } from './boot/explain.ts';
import { openHouse } from './boot/house.ts';

const usage = 'Use: npm run latency -- --check YYYY-MM-DD (a day in UTC that is over)\n';

/**
 * `npm run latency -- --check DAY` measures a day again from the journal and compares the result with the stored
 * figures. Fails if they differ, for example because a server has deleted its messages since then.
 */
async function main([flag, day = '', ...more]: readonly string[]): Promise<number> {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  if (flag !== '--check' || !isDay || more.length > 0) {
    process.stderr.write(usage);
    return 2;
  }
  let config: Config | undefined;
  try {
    const ROLE = process.env['DATABASE_URL'] || process.env['DATABASE_URL_FILE'] ? 'worker' : 'all';
    const env = { ...process.env, ROLE };
    config = readConfig(env);
    await using opened = new AsyncDisposableStack();
    const house = await openHouse(config, logFor(config), env);
    opened.defer(() => house.close());
    const { stored, counted } = await compareLatency(house.systemCtx(), day);
    const known = new Set(stored.map((row) => JSON.stringify(row)));
    const differing = counted.filter((row) => !known.has(JSON.stringify(row)));
    const isEqual = differing.length === 0 && stored.length === counted.length;
    const lines = isEqual
      ? [`${day}: the ${stored.length} stored rows equal the journal.`]
      : [
          `${day}: ${stored.length} rows are stored, and the journal gives ${counted.length}.`,
          ...differing.map((row) => JSON.stringify(row)),
        ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return isEqual ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${explainStart(error, config) ?? String(error)}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
