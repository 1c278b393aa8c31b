export * from './bits.ts';
export * from './compute.ts';
export * from './facts.ts';
export * from './purposes.ts';
export * from './roles.ts';
export * from './words.ts';
