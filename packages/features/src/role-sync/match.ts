import {
  GIFTED_SUBS_FLAG,
  hasFlag,
  type RoleId,
  type StandingKind,
  type SyncPlatform,
  syncableRoleKeys,
  syncableRoles,
} from '@tally/contract';

/** What a creator's settings say about roles. */
export type RoleSettings = { readonly [K in (typeof syncableRoleKeys)[number]]?: RoleId | null | undefined } & {
  readonly giftedSubRoles?: readonly { readonly roleId: RoleId; readonly giftedSubs: number }[] | null | undefined;
};

export interface Source {
  readonly platform: SyncPlatform;
  readonly channelId: string;
  readonly name: string;
  readonly settings: RoleSettings;
}

/** What is known of somebody on a channel. A kind that is left out is not known. */
export interface Known {
  readonly standing: { readonly [K in StandingKind]?: boolean };
  readonly gifted: number;
}

/** `unknown`: whoever has the role keeps it, nobody gets it. */
export type Verdict = 'yes' | 'no' | 'unknown';

/** The kinds of role that a creator's settings name. */
export const kindsOf = (settings: RoleSettings): StandingKind[] =>
  syncableRoleKeys.flatMap((key) => (settings[key] ? [syncableRoles[key].kind] : []));

export const usesRoles = (settings: RoleSettings): boolean =>
  kindsOf(settings).length > 0 || (settings.giftedSubRoles ?? []).length > 0;

export const rolesIn = (settings: RoleSettings): RoleId[] => [
  ...syncableRoleKeys.flatMap((key) => settings[key] ?? []),
  ...(settings.giftedSubRoles ?? []).map(({ roleId }) => roleId),
];

/**
 * What somebody should have, over all creators of a server: one reason is enough, and a role is denied only where no
 * reason is left open. What the plan does not hold any more is not given, and taken only when its reason has ended.
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
      // Without an account there is nothing to be.
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
  readonly give: readonly RoleId[];
  readonly take: readonly RoleId[];
  /** Rows of what somebody else took meanwhile. */
  readonly forget: readonly RoleId[];
}

/** `ours`: the roles that we gave. Others are nobody's but the hand's that gave them. */
export function planFor(
  verdicts: ReadonlyMap<RoleId, Verdict>,
  about: { readonly has: readonly RoleId[]; readonly ours: readonly RoleId[] },
): Plan {
  const give = [...verdicts].flatMap(([roleId, verdict]) =>
    verdict === 'yes' && !about.has.includes(roleId) ? [roleId] : [],
  );
  const over = about.ours.filter((roleId) => (verdicts.get(roleId) ?? 'no') === 'no');
  return {
    give,
    take: over.filter((roleId) => about.has.includes(roleId)),
    forget: about.ours.filter(
      (roleId) => !about.has.includes(roleId) && (over.includes(roleId) || verdicts.get(roleId) === 'unknown'),
    ),
  };
}

/** What badges in a chat say. Whoever writes shows all of theirs, so a missing one says "no". */
export const badgeKinds = ['moderator', 'vip', 'og', 'founder', 'verified'] as const satisfies readonly StandingKind[];
