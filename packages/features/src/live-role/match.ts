import type { RoleFilter, RoleId } from '@tally/contract';

/** A linked account on this platform may give the live role. */
export const LINKED_ON = 'twitch';

/** The reasons why a member can have a role. */
export const kinds = {
  /** The member's presence shows a stream. */
  auto: 'live-role/auto',
  /** The member's linked Twitch account is live. */
  linked: 'live-role/linked',
  /** The member's custom status contains one of the texts. */
  status: 'live-role/status',
  /** The member belongs to a streamer, whose id is the claim's reason. */
  streamer: 'live-role/streamer',
} as const;

export const fromPresence = [kinds.auto, kinds.status] as const;

export interface Presence {
  /** Null if Discord did not send it this time. */
  readonly status: string | null;
  readonly activities: readonly Activity[] | null;
}

interface Activity {
  readonly type: number;
  readonly url?: string | null | undefined;
  readonly state?: string | null | undefined;
}

export interface StatusRule {
  readonly roleId: RoleId;
  /** The texts to look for, normalized. */
  readonly texts: readonly string[];
  readonly isKeptOffline: boolean;
  readonly filter: RoleFilter | null;
}

/** A server's rules, as far as its plan includes them. */
export interface Rules {
  readonly autoLive: readonly { readonly roleId: RoleId; readonly filter: RoleFilter | null }[];
  readonly status: readonly StatusRule[];
}

export interface PresenceClaim {
  readonly roleId: RoleId;
  readonly kind: (typeof fromPresence)[number];
  readonly about: string | null;
}

// https://docs.discord.com/developers/events/gateway-events#activity-object-activity-types
const STREAMING = 1;
const CUSTOM_STATUS = 4;

/** Ignores YouTube streams, which Discord marks in the same way. */
export function isStreamingOnTwitch(activities: readonly Activity[]): boolean {
  return activities.some(({ type, url }) => {
    if (type !== STREAMING || !url || !URL.canParse(url)) return false;
    const { hostname } = new URL(url);
    return hostname === 'twitch.tv' || hostname.endsWith('.twitch.tv');
  });
}

/** Normalizes texts that look equal to people, ignoring case, width, invisible marks and repeated spaces. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\p{Cs}]/gu, (mark) => (/\s/.test(mark) ? ' ' : ''))
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Returns the claims that follow from the current presence and the previous claims. */
export function claimsOf(
  rules: Rules,
  { status, activities }: Presence,
  former: readonly PresenceClaim[],
): readonly PresenceClaim[] {
  const isOffline = status === 'offline' && !activities?.length;
  // Discord did not send the activities, so they are unchanged.
  if (activities === null && !isOffline) return former;
  const shown = activities ?? [];
  const live = isStreamingOnTwitch(shown)
    ? rules.autoLive.map(({ roleId }) => ({ roleId, kind: kinds.auto, about: null }) as const)
    : [];
  const text = normalise(shown.find(({ type }) => type === CUSTOM_STATUS)?.state ?? '');
  const said = rules.status.flatMap(({ roleId, texts, isKeptOffline }) => {
    const before = former.find((claim) => claim.kind === kinds.status && claim.roleId === roleId);
    if (isOffline) return isKeptOffline && before ? [before] : [];
    const found = text === '' ? undefined : texts.find((each) => text.includes(each));
    return found === undefined ? [] : [{ roleId, kind: kinds.status, about: found } as const];
  });
  return [...live, ...said];
}

/** Returns whether both lists contain the same roles for the same reasons. */
export function isSame(one: readonly PresenceClaim[], other: readonly PresenceClaim[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ roleId, kind }) => other.some((each) => each.roleId === roleId && each.kind === kind));
}

/** Returns whether a member passes a filter, which admits or excludes members with certain roles. */
export function passes(filter: RoleFilter | null, roleIds: readonly RoleId[]): boolean {
  if (!filter || filter.roles.length === 0) return true;
  const has = filter.roles.some((roleId) => roleIds.includes(roleId));
  return filter.mode === 'whitelist' ? has : !has;
}

/**
 * Returns whether a claim counts: the plan still includes its rule, and the member passes the filter. A streamer's
 * claim needs no rule.
 */
export function counts(rules: Rules, claim: { roleId: RoleId; kind: string }, roleIds: readonly RoleId[]): boolean {
  if (claim.kind === kinds.streamer) return true;
  const list = rules[claim.kind === kinds.status ? 'status' : 'autoLive'];
  const rule = list.find(({ roleId }) => roleId === claim.roleId);
  return rule !== undefined && passes(rule.filter, roleIds);
}
