import {
  GIFTED_SUBS_FLAG,
  hasFlag,
  type RoleId,
  type StandingKind,
  type SyncPlatform,
  syncableRoleKeys,
  syncableRoles,
} from '@tally/contract';

export type RoleSettings = { readonly [K in (typeof syncableRoleKeys)[number]]?: RoleId | null | undefined } & {
  readonly giftedSubRoles?: readonly { readonly roleId: RoleId; readonly giftedSubs: number }[] | null | undefined;
};

export interface Source {
  readonly platform: SyncPlatform;
  readonly channelId: string;
  readonly name: string;
  readonly settings: RoleSettings;
}

/** Known facts about a person in a channel. An absent kind is unknown. */
export interface Known {
  readonly standing: { readonly [K in StandingKind]?: boolean };
  readonly gifted: number;
}

/** `unknown`: members who have the role keep it, but no one new gets it. */
export type Verdict = 'yes' | 'no' | 'unknown';

/** The kinds for which a creator's settings give roles. */
export const kindsOf = (settings: RoleSettings): StandingKind[] =>
  syncableRoleKeys.flatMap((key) => (settings[key] ? [syncableRoles[key].kind] : []));

export const usesRoles = (settings: RoleSettings): boolean =>
  kindsOf(settings).length > 0 || (settings.giftedSubRoles ?? []).length > 0;

export const rolesIn = (settings: RoleSettings): RoleId[] => [
  ...syncableRoleKeys.flatMap((key) => settings[key] ?? []),
  ...(settings.giftedSubRoles ?? []).map(({ roleId }) => roleId),
];

/**
 * The verdicts for all creators of a server. One reason is enough to give a role. A role is denied only once every
 * reason is ruled out. A role beyond the plan is not given, and is removed only when its reason has ended.
 */
export function judge(
  sources: readonly Source[],
  knownOf: (source: Source) => Known | null,
  flags: bigint,
): ReadonlyMap<RoleId, Verdict> {
  const verdicts = new Map<RoleId, Verdict>();
  const note = (roleId: RoleId, isTrue: boolean | undefined, isPaid: boolean) => {
    const verdict = isTrue === undefined || (isTrue && !isPaid) ? 'unknown' : isTrue ? 'yes' : 'no';
    verdicts.set(roleId, stronger(verdicts.get(roleId), verdict));
  };
  for (const source of sources) {
    const known = knownOf(source);
    for (const key of syncableRoleKeys) {
      const roleId = source.settings[key];
      const { kind, flag } = syncableRoles[key];
      // A person without a linked account gets no role.
      if (roleId) note(roleId, known === null ? false : known.standing[kind], hasFlag(flags, flag));
    }
    for (const { roleId, giftedSubs } of source.settings.giftedSubRoles ?? []) {
      note(roleId, (known?.gifted ?? 0) >= giftedSubs, hasFlag(flags, GIFTED_SUBS_FLAG));
    }
  }
  return verdicts;
}

const rank = { no: 0, unknown: 1, yes: 2 } as const;
const stronger = (one: Verdict | undefined, other: Verdict): Verdict =>
  one !== undefined && rank[one] > rank[other] ? one : other;

export interface Plan {
  readonly claim: readonly RoleId[];
  readonly drop: readonly RoleId[];
}

/**
 * `claimed` are the roles currently claimed for the member. While a verdict is unknown, a claim lasts only as long as
 * the member has the role. If someone removes it, it is not given again.
 */
export function planFor(
  verdicts: ReadonlyMap<RoleId, Verdict>,
  about: { readonly has: readonly RoleId[]; readonly claimed: readonly RoleId[] },
): Plan {
  const isOver = (roleId: RoleId): boolean => {
    const verdict = verdicts.get(roleId) ?? 'no';
    return verdict === 'no' || (verdict === 'unknown' && !about.has.includes(roleId));
  };
  return {
    claim: [...verdicts].flatMap(([roleId, verdict]) => (verdict === 'yes' ? [roleId] : [])),
    drop: about.claimed.filter(isOver),
  };
}

/** Kinds shown as chat badges. A chat line carries all badges of its author, so a missing one means "no". */
export const badgeKinds = ['moderator', 'vip', 'og', 'founder', 'verified'] as const satisfies readonly StandingKind[];
