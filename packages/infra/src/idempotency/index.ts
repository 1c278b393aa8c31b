export { forgetOldKeys } from './jobs.ts';
export {
  type Claim,
  claim,
  dropClaim,
  endClaims,
  forgetCaller,
  hashRequest,
  type IdempotentCall,
  keepAnswer,
} from './store.ts';
export { idempotencyKeys } from './tables.ts';
