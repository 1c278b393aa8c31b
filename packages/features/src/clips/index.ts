import { defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';

export const clips = defineFeature({ name: 'clips', commands });
