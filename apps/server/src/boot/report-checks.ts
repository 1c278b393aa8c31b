import { checkNames, findUselessToken, runChecks, sayChecked, sayFinding } from '@tally/features/registry';
import { createHttp, egressHosts } from '@tally/infra/http';
import { createMetrics } from '@tally/infra/metrics';
import { type Config, ConfigError, type Log } from '@tally/kernel';
import type { House } from './house.ts';

/** The dashboard starts beside us and is not up yet; keys are looked at before anything runs. */
const atStart = checkNames.filter((name) => name !== 'dashboard' && name !== 'keys');

/** Says once, for the people who run it, what `npm run doctor` and the staff's page say too. */
export async function reportChecks({ doors }: Pick<House, 'doors'>): Promise<void> {
  for (const checked of await runChecks(doors, atStart)) {
    for (const { code, cause, remedy } of sayChecked('en-US', checked).faults) {
      // A start is busy, above all where thousands of servers arrive: no answer in time is no fault yet.
      if (code === 'late') doors.log.info({ part: 'doctor', code }, cause);
      else doors.log.error({ part: 'doctor', code }, `${cause} ${remedy}`);
    }
  }
}

/** With a token that Discord refuses nothing can ever work, so it is said before anything is opened. */
export async function refuseUselessToken(config: Config, log: Log): Promise<void> {
  if (!config.discord.isReal) return;
  const http = createHttp({ log, metrics: createMetrics({ withProcess: false }), allowedHosts: egressHosts(config) });
  const finding = await findUselessToken({ config, http });
  await http.close();
  if (!finding) return;
  const { cause, remedy } = sayFinding('en-US', finding);
  throw new ConfigError(`${cause} ${remedy}`);
}
