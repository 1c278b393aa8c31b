import { defineFeature } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { openPaths, routes } from './routes.ts';
import { fileUses } from './service/read.ts';

export { findNewChangelog, findNotice } from './service/notices.ts';

export const news = defineFeature({ name: 'news', routes, openPaths, jobs, fileUses });
