export * from './payload.ts';
