import type { RoleFilter, RoleId } from '@tally/contract';

/** Why somebody should have a role. Anything else than these words is the id of a streamer. */
export type Source = 'autoLive' | 'linked' | 'status' | (string & {});
/** What the log channels tell of; the role of a streamer has none. */
export type LoggedKind = 'autoLive' | 'status';

export const kindOf = (source: Source): LoggedKind | null => {
  if (source === 'autoLive' || source === 'linked') return 'autoLive';
  return source === 'status' ? 'status' : null;
};

export interface Presence {
  /** Null: not told this time. */
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
  /** Normalised. */
  readonly texts: readonly string[];
  readonly isKeptOffline: boolean;
  readonly filter: RoleFilter | null;
}

/** What a server has laid down, as far as its plan goes. */
export interface Rules {
  readonly autoLive: readonly { readonly roleId: RoleId; readonly filter: RoleFilter | null }[];
  readonly status: readonly StatusRule[];
}

export interface PresenceClaim {
  readonly roleId: RoleId;
  readonly source: 'autoLive' | 'status';
  readonly about: string | null;
}

// https://docs.discord.com/developers/events/gateway-events#activity-object-activity-types
const STREAMING = 1;
const CUSTOM_STATUS = 4;

/** Discord also lets people stream from YouTube; that is no Twitch stream. */
export function isStreamingOnTwitch(activities: readonly Activity[]): boolean {
  return activities.some(({ type, url }) => {
    if (type !== STREAMING || !url || !URL.canParse(url)) return false;
    const { hostname } = new URL(url);
    return hostname === 'twitch.tv' || hostname.endsWith('.twitch.tv');
  });
}

/** What people take for the same text is the same: letter case, width, invisible marks and rows of spaces aside. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}\p{Cs}]/gu, (mark) => (/\s/.test(mark) ? ' ' : ''))
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}

/** What follows from what somebody shows right now, and from what followed before. */
export function claimsOf(
  rules: Rules,
  { status, activities }: Presence,
  former: readonly PresenceClaim[],
): readonly PresenceClaim[] {
  const isOffline = status === 'offline' && !activities?.length;
  // A part that was not told is as it was.
  if (activities === null && !isOffline) return former;
  const shown = activities ?? [];
  const live = isStreamingOnTwitch(shown)
    ? rules.autoLive.map(({ roleId }) => ({ roleId, source: 'autoLive', about: null }) as const)
    : [];
  const text = normalise(shown.find(({ type }) => type === CUSTOM_STATUS)?.state ?? '');
  const said = rules.status.flatMap(({ roleId, texts, isKeptOffline }) => {
    const before = former.find((claim) => claim.source === 'status' && claim.roleId === roleId);
    if (isOffline) return isKeptOffline && before ? [before] : [];
    const found = text === '' ? undefined : texts.find((each) => text.includes(each));
    return found === undefined ? [] : [{ roleId, source: 'status', about: found } as const];
  });
  return [...live, ...said];
}

/** The same roles for the same reasons. */
export function isSame(one: readonly PresenceClaim[], other: readonly PresenceClaim[]): boolean {
  if (one.length !== other.length) return false;
  return one.every(({ roleId, source }) => other.some((each) => each.roleId === roleId && each.source === source));
}

/** Whom a role is for: everybody, those with one of some roles, or those with none of them. */
export function passes(filter: RoleFilter | null, roleIds: readonly RoleId[]): boolean {
  if (!filter || filter.roles.length === 0) return true;
  const has = filter.roles.some((roleId) => roleIds.includes(roleId));
  return filter.mode === 'whitelist' ? has : !has;
}

/** Whether a claim counts: its rule still stands, and the member is one whom the rule is for. */
export function counts(rules: Rules, claim: { roleId: RoleId; source: Source }, roleIds: readonly RoleId[]): boolean {
  const kind = kindOf(claim.source);
  if (kind === null) return true;
  const rule = rules[kind].find(({ roleId }) => roleId === claim.roleId);
  return rule !== undefined && passes(rule.filter, roleIds);
}
