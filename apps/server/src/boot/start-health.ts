import { createApi } from '../api/create-api.ts';
import { readyChecks } from './checks.ts';
import type { House } from './house.ts';
import type { Running } from './run.ts';

/** Serves health checks for a process without calls of its own, for load balancers and operators. */
export async function startHealth(house: House): Promise<Running> {
  const { config } = house.doors;
  const app = await createApi({ doors: house.doors, features: [], endpoints: {}, config, checks: readyChecks(house) });
  const address = await app.listen({ host: config.HOST, port: config.API_PORT });
  return { says: `health on ${address}/ready`, stop: () => app.close() };
}
