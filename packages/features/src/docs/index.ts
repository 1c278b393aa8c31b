import { defineFeature } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { openPaths, routes } from './routes.ts';

export { nameOf, pagesCard } from './render/card.ts';
export { findDocLink, findDocs, listDocs } from './service.ts';

export const docs = defineFeature({ name: 'docs', routes, openPaths, jobs });
