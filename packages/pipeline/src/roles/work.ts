import type { RoleId, ServerId } from '@tally/contract';
import type { ServerState } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import { decide, type Verdict } from './decide.ts';
import type { Counts, RoleProblem } from './owner.ts';
import { readState } from './rights.ts';
import type { Claim, Holding } from './tables.ts';

/** The state that work on one server needs. */
export interface ServerWork {
  readonly ctx: Ctx;
  readonly serverId: ServerId;
  readonly state: ServerState | null;
  readonly countsFor: (claim: Claim) => Promise<Counts>;
  /** Roles that Discord refuses. After the first refusal, other members need not be tried. */
  readonly refused: Map<RoleId, RoleProblem>;
}

export async function openWork(ctx: Ctx, serverId: ServerId): Promise<ServerWork> {
  const filters = new Map<string, Promise<Counts>>();
  const countsFor = ({ kind }: Claim): Promise<Counts> => {
    const [name = ''] = kind.split('/');
    const known = filters.get(name);
    if (known) return known;
    const owner = ctx.features.find((feature) => feature.name === name)?.roleOwner;
    const filter = owner?.filter?.(ctx, serverId) ?? Promise.resolve(() => true);
    filters.set(name, filter);
    return filter;
  };
  return { ctx, serverId, state: await readState(ctx, serverId), countsFor, refused: new Map() };
}

/** Decides about one role of a member with these roles. */
export async function judge(
  work: ServerWork,
  about: { readonly holding: Holding; readonly claims: readonly Claim[]; readonly roleIds: readonly RoleId[] },
): Promise<Verdict<Claim>> {
  const { holding, claims, roleIds } = about;
  const counting: Claim[] = [];
  for (const claim of claims) {
    if (claim.roleId !== holding.roleId) continue;
    if (claim.wish !== 'held' || (await work.countsFor(claim))(claim, roleIds)) counting.push(claim);
  }
  // An attempt with an unknown outcome also counts as ours.
  return decide(counting, { hasIt: roleIds.includes(holding.roleId), isOurs: holding.isOurs || holding.tries > 0 });
}
