import { defineFeature } from '@tally/kernel';
import { routes } from './routes.ts';

export { setupAddress } from './service/gate.ts';

/** The first start without an editor: keys and addresses are tested, then stored in addition to the environment. */
export const setup = defineFeature({ name: 'setup', routes });
