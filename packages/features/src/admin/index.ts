import { defineFeature } from '@tally/kernel';
import { routes } from './routes.ts';
import { receiveProbe } from './service/probe.ts';

export { listKeyTrouble } from './service/check-database.ts';
export { findUselessToken } from './service/check-discord.ts';
export { sayFinding } from './service/finding.ts';
export { type CheckDoors, type CheckName, checkNames, runChecks, sayChecked } from './service/run-checks.ts';

export const admin = defineFeature({
  name: 'admin',
  routes,
  webhooks: [{ name: 'probe', methods: ['POST'], receive: receiveProbe }],
});
