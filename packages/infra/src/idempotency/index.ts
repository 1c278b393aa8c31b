import type { HeldCall } from './reply.ts';

export { forgetOldKeys } from './jobs.ts';
export { type HeldCall, keepReply, keepText, readAnswer } from './reply.ts';
export {
  type Claim,
  claim,
  dropAnswer,
  dropClaim,
  endClaims,
  forgetCaller,
  hashRequest,
  type IdempotentCall,
  keepAnswer,
} from './store.ts';
export { idempotencyKeys } from './tables.ts';

declare module '@tally/kernel' {
  interface Ctx {
    /** Set only in a request with an `Idempotency-Key`. */
    readonly held?: HeldCall | undefined;
  }
}
