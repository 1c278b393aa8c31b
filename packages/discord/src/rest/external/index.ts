export * from './application.ts';
export * from './ids.ts';
export * from './messages.ts';
export * from './people.ts';
export * from './servers.ts';
