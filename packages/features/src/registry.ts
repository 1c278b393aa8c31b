import type { Feature } from '@tally/kernel';

/** Every feature of the house, one line each. A test compares this list with the folders on disk. */
export const features: readonly Feature[] = [];
