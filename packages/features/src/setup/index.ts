import { defineFeature } from '@tally/kernel';
import { routes } from './routes.ts';

export { setupAddress } from './service/gate.ts';

/** The setup page of a first start. It tests keys and URLs, and stores them in addition to the environment. */
export const setup = defineFeature({ name: 'setup', routes });
