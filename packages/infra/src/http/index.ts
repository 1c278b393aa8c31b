import type { Http } from './http.ts';

export { type Budget, defaultBudget } from './budget.ts';
export { createEgress, type Egress, egressHosts, fileBudgets, isLoopback } from './egress.ts';
export {
  createHttp,
  type Http,
  type HttpBody,
  type HttpCall,
  type HttpOptions,
  type HttpReply,
  type HttpRunner,
} from './http.ts';
export { networkOf } from './network-of.ts';
export { isOutsideHost, isPublicAddress } from './public-address.ts';
export { imageTypes, type PublicCall, type PublicFetch, type PublicFile, UnsafeAddressError } from './public-fetch.ts';
export type { Socket, SocketCall } from './socket.ts';
export { openWire, type Wire, type WireAnswer, type WireCall } from './wire.ts';

declare module '@tally/kernel' {
  interface Ctx {
    readonly http: Http;
  }
  interface PlatformDoors {
    readonly http: Http;
  }
}
