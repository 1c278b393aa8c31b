import type { Signals } from './signals.ts';

export { type Bell, createBell } from './bell.ts';
export { createSignals, type Room, type Signals, type Topic } from './signals.ts';

declare module '@tally/kernel' {
  interface Ctx {
    readonly signals: Signals;
  }
}
