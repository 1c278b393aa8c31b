import { contract } from '@tally/contract';
import { createApi } from '../api/create-api.ts';
import { readyChecks } from './checks.ts';
import type { House } from './house.ts';
import { sendEndpoint } from './interactions.ts';
import { reportChecks } from './report-checks.ts';
import type { Running } from './run.ts';

/** The time limit for running requests at a stop. */
const FINISH_MS = 7_000;
/** Faults are only reported, so a stop does not wait long for this check. */
const CHECKS_FINISH_MS = 2_000;

export async function startApi(house: House): Promise<Running> {
  const { config, features, timers, safeMode } = house.doors;
  const app = await createApi({
    doors: house.doors,
    features,
    platforms: house.doors.platforms.definitions,
    endpoints: contract,
    config,
    checks: readyChecks(house),
  });
  const address = await app.listen({ host: config.HOST, port: config.API_PORT });
  const telling = safeMode.whenOff(house.stopping).then((isOff) => (isOff ? sendEndpoint(house.doors) : undefined));
  const checking = reportChecks(house);
  return {
    says: `API on ${address} (documentation at ${address}/docs)`,
    async stop() {
      await Promise.all([telling, timers.within(CHECKS_FINISH_MS, checking)]);
      const cancel = timers.after(FINISH_MS, () => app.server.closeAllConnections());
      await app.close();
      cancel();
    },
  };
}
