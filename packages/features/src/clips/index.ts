import { defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';
import { routes } from './routes.ts';
import { clipPages } from './service/download.ts';

export const clips = defineFeature({ name: 'clips', commands, routes, clipPages });
