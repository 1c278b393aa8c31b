import { defineFeature } from '@tally/kernel';
import { routes } from './routes.ts';

export const admin = defineFeature({ name: 'admin', routes });
