import { defineFeature } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { openPaths, routes } from './routes.ts';

export const embedFix = defineFeature({ name: 'embed-fix', routes, openPaths, jobs });
