import type { SafeModeDoor } from './follow.ts';

export { followSafeMode, isCrashLoop, noteEnd, type SafeModeDoor } from './follow.ts';
export { enterSafeMode, leaveSafeMode } from './store.ts';

declare module '@tally/kernel' {
  interface Ctx {
    readonly safeMode: SafeModeDoor;
  }
}
