import { minutes, seconds } from '@tally/kernel';

export const SAMPLE_EVERY_MS = seconds(30);
/** A component without a sample for this long has an unknown state. */
export const FRESH_MS = minutes(5);
export const SHOWN_DAYS = 90;

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
