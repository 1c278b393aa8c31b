import { checkNames, describeChecked, describeFinding, findUselessToken, runChecks } from '@tally/features/registry';
import { createHttp, egressHosts } from '@tally/infra/http';
import { type Config, type Log, systemClock } from '@tally/kernel';
import { platforms } from '@tally/platforms/registry';
import type { House } from './house.ts';

/** The dashboard starts in parallel and is not up yet, and the keys were checked before the start. */
const atStart = checkNames.filter((name) => name !== 'dashboard' && name !== 'keys');

/** Logs once what `npm run doctor` and the staff's page also show. */
export async function reportChecks({ doors }: Pick<House, 'doors'>): Promise<void> {
  for (const checked of await runChecks(doors, atStart)) {
    for (const { code, cause, remedy } of describeChecked('en-US', checked).faults) {
      // A start is busy, especially with thousands of servers, so a late response is not a fault yet.
      if (code === 'late') doors.log.info({ part: 'doctor', code }, cause);
      else doors.log.error({ part: 'doctor', code }, `${cause} ${remedy}`);
    }
  }
}

/** Returns why no call can work with this token (Discord refuses it), or null if it is fine or simulated. */
export async function explainUselessToken(config: Config, log: Log): Promise<string | null> {
  if (!config.discord.isReal) return null;
  const http = createHttp({ log, clock: systemClock, allowedHosts: egressHosts(config, platforms) });
  const finding = await findUselessToken({ config, http });
  await http.close();
  if (!finding) return null;
  const { cause, remedy } = describeFinding('en-US', finding);
  return `${cause} ${remedy}`;
}
