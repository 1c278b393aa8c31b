import { defineFeature } from '@tally/kernel';
import { openPaths, routes } from './routes.ts';

export const files = defineFeature({ name: 'files', routes, openPaths });
