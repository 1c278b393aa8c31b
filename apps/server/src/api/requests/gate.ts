import {
  type Access,
  type AnyEndpoint,
  flagsOf,
  hasFlag,
  type PremiumFlag,
  premiumFlags,
  type ServerId,
} from '@tally/contract';
import { type AccessRule, AppError, type Caller, type Config, type Ctx, type Feature } from '@tally/kernel';
import { anonymous } from './request.ts';

/**
 * The only place that decides who may make a call. An access word without a rule refuses, so a forgotten rule closes
 * access and never opens it.
 */
export interface Gate {
  /** Identifies the caller behind an Authorization header. Throws a 401 for a token that is no longer valid. */
  recognise(ctx: Ctx, header: string | undefined): Promise<Caller>;
  /** Refuses callers who are not logged in, before the request is read. */
  requireLogin(ctx: Ctx, access: Access): void;
  /** Checks the rest of the access rule. */
  admit(ctx: Ctx, endpoint: AnyEndpoint, parts: NamedParts): Promise<void> | void;
  requireFlag(ctx: Ctx, flag: PremiumFlag, serverId: string): Promise<void>;
}

export interface NamedParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

export const placeOfName = (access: Extract<Access, { param: string }>): 'params' | 'query' =>
  'in' in access ? access.in : 'params';

// Rules are stored under their own word, so word and rule always match.
type AnyRule = (ctx: Ctx, access: Access, named: string, isRead: boolean) => Promise<void>;

export function buildGate(features: readonly Feature[], config: Config): Gate {
  const authenticate = only(features, 'authenticate');
  const flags = only(features, 'flags');
  const rules = collectRules(features);

  return {
    async recognise(ctx, header) {
      const token = tokenOf(header);
      if (token === undefined) return anonymous;
      const caller = authenticate && token !== '' ? await authenticate(ctx, token) : anonymous;
      if (caller.kind === 'anonymous') throw new AppError('sessionExpired');
      return caller;
    },
    requireLogin(ctx, access) {
      if (access.who !== 'anyone' && ctx.caller.kind === 'anonymous') throw new AppError('notLoggedIn');
    },
    admit(ctx, endpoint, parts) {
      const access = endpoint.access;
      if (access.who === 'anyone' || access.who === 'user') return undefined;
      const value = 'param' in access ? parts[placeOfName(access)][access.param] : '';
      // Only a query parameter may be missing. The call then concerns only the caller.
      if (value === undefined && 'in' in access && access.in === 'query') return undefined;
      const rule = rules.get(access.who);
      if (!rule || typeof value !== 'string') throw new AppError('notAllowed');
      return rule(ctx, access, value, endpoint.method === 'GET');
    },
    async requireFlag(ctx, flag, serverId) {
      const held = flags ? await flags(ctx, serverId as ServerId) : heldWithoutPlans(config);
      if (hasFlag(held, flag)) return;
      const { text, from } = premiumFlags[flag];
      throw new AppError('premiumRequired', { flag: text, tier: from === 'plus' ? 'Premium Plus' : 'Premium' });
    },
  };
}

const heldWithoutPlans = (config: Config): bigint => flagsOf(config.PLANS === 'unlimited' ? 'plus' : 'free');

/** The cookie's value arrives as `Bearer <token>` or bare. Returns undefined if the request has no token. */
function tokenOf(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined;
  const token = header.replace(/^Bearer(\s+|$)/i, '').trim();
  return /^[\x21-\x7e]{1,512}$/.test(token) ? token : '';
}

function only<K extends 'authenticate' | 'flags'>(features: readonly Feature[], part: K): Feature[K] {
  const having = features.filter((feature) => feature[part] !== undefined);
  if (having.length > 1) throw new Error(`only one feature may have ${part}: ${having.map((f) => f.name).join(', ')}`);
  return having[0]?.[part];
}

function collectRules(features: readonly Feature[]): ReadonlyMap<Access['who'], AnyRule> {
  const rules = new Map<Access['who'], AnyRule>();
  for (const feature of features) {
    for (const [who, rule] of Object.entries(feature.access ?? {}) as [Access['who'], AnyRule][]) {
      if (rules.has(who)) throw new Error(`${feature.name}: the access word ${who} is already answered`);
      rules.set(who, rule);
    }
  }
  return new Map([...Object.entries(ownRules), ...rules] as [Access['who'], AnyRule][]);
}

/** Rules that need only the caller. */
const ownRules = {
  self: async (ctx, access, named) => {
    const isOneself = ctx.caller.kind === 'user' && ctx.caller.userId === named;
    if (!isOneself && (access.only || !isStaff(ctx.caller))) throw new AppError('notAllowed');
  },
  staff: async (ctx) => {
    if (!isStaff(ctx.caller)) throw new AppError('notAllowed');
  },
  dev: async (ctx) => {
    if (!isDev(ctx.caller)) throw new AppError('notAllowed');
  },
} satisfies { [W in Access['who']]?: AccessRule<W> };

export const isDev = (caller: Caller): boolean =>
  caller.kind === 'user' && (caller.flags.has('Developer') || caller.flags.has('Owner'));
export const isStaff = (caller: Caller): boolean =>
  caller.kind === 'user' && (caller.flags.has('Staff') || isDev(caller));
