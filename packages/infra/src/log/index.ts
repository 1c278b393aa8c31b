export { createLog, type LogOptions, logFor } from './log.ts';
export { makeScrub, type Scrub, secretsOf } from './redact.ts';
