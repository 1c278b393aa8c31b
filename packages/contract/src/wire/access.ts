import type { TeamFlag } from '../premium/flags.ts';

/**
 * Who may make a call. The API enforces these rules in one place, the web hides what is not allowed, and the tests'
 * authorization matrix is generated from them.
 */
export type Access =
  | { readonly who: 'anyone' }
  /** Any user who is logged in. */
  | { readonly who: 'user' }
  /** The user in the path, or staff. With `only`, not even staff. */
  | { readonly who: 'self'; readonly param: string; readonly only?: true }
  /** A manager of the named server. In a query the parameter is optional, and any user may call without it. */
  | { readonly who: 'manager'; readonly param: string; readonly in: 'params' | 'query' }
  /** A member of the named team who has the bit, if one is given. Its leader always may. */
  | { readonly who: 'team'; readonly param: string; readonly bit?: TeamFlag }
  | { readonly who: 'team-leader'; readonly param: string }
  /** The user in the path, or a member of that user's team with the bit. */
  | { readonly who: 'helper'; readonly param: string; readonly bit: TeamFlag }
  | { readonly who: 'staff' }
  | { readonly who: 'dev' };

export const anyone = { who: 'anyone' } as const satisfies Access;
export const user = { who: 'user' } as const satisfies Access;
export const staff = { who: 'staff' } as const satisfies Access;
export const dev = { who: 'dev' } as const satisfies Access;
export const self = (param: string) => ({ who: 'self', param }) as const satisfies Access;
export const onlySelf = (param: string) => ({ who: 'self', param, only: true }) as const satisfies Access;
export const manager = (param: string) => ({ who: 'manager', param, in: 'params' }) as const satisfies Access;
export const managerIfNamed = (param: string) => ({ who: 'manager', param, in: 'query' }) as const satisfies Access;
export const team = (param: string, bit?: TeamFlag) =>
  (bit ? { who: 'team', param, bit } : { who: 'team', param }) satisfies Access;
export const teamLeader = (param: string) => ({ who: 'team-leader', param }) as const satisfies Access;
export const helper = (param: string, bit: TeamFlag) => ({ who: 'helper', param, bit }) as const satisfies Access;
