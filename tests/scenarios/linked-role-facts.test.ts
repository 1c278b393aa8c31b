import { type TestApi, testApi } from '@tally/tests/api';
import { runJob } from '@tally/tests/jobs';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** What owners find in Discord's settings to make roles of: the job that declares it, every ten minutes. */
let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const declared = () => api.sim.discord.state.roleConnectionRecords.get(api.ctx.config.discord.clientId);
const declare = async () => await runJob(api.ctx, 'linked-roles/declare');

it('is declared the next time where Discord is away, and nobody has to help', async () => {
  const outage = api.sim.faults.add({ world: 'discord', kind: 'outage' });
  await declare();
  expect(declared()).toBeUndefined();
  api.sim.faults.remove(outage.id);
  await declare();
  expect(declared()).toHaveLength(5);
});
