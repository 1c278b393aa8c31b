import type { CardBackground, ChannelId, ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, minutes } from '@tally/kernel';
import { type Intention, intend } from '@tally/pipeline/delivery';
import { claimRoles } from '@tally/pipeline/roles';
import { report } from '../../error-logs/index.ts';
import type { TextDraft } from '../../message-editor/index.ts';
import { countSince } from '../store/arrivals.ts';
import type { Settings } from '../tables.ts';

/** This feature's name in the journal of deliveries. */
export const OWNER = 'welcome-leave';
/** The kind of claim on the role for new members. */
const ARRIVAL = 'welcome-leave/arrival';
/** After this time, a greeting would be out of place. */
const STILL_NEWS_MS = minutes(15);
/** Discord accepts sixty messages per minute in a channel. A raid must fill neither the channel nor its queue. */
const MOST_PER_MINUTE = 30;

export interface Somebody {
  readonly userId: UserId;
  readonly name: string;
  /** The hash of the avatar. */
  readonly avatar: string | null;
}

/** The facts for composing the message when it is sent. */
export interface GreetingFacts extends Somebody {
  readonly type: 'welcome' | 'leave';
  readonly memberCount: number;
  readonly joinedAt: string | null;
  readonly hasCard: boolean;
  readonly isTest: boolean;
  /** The unsaved settings of a test. */
  readonly draft?: TextDraft & {
    readonly pings?: boolean | undefined;
    readonly background?: CardBackground | null | undefined;
    readonly picture?: string | null | undefined;
  };
}

/** A member who joined or left. */
export interface MemberMove extends Somebody {
  readonly serverId: ServerId;
  readonly joinedAt: Date | null;
  readonly memberCount: number;
}

/** Queues the greeting and the role for a new member, in the transaction that recorded the arrival. */
export async function welcome(ctx: Ctx, tx: Db, settings: Settings, who: MemberMove): Promise<void> {
  const { serverId, userId } = who;
  const { welcomeChannelId: channelId, welcomeRoleId: roleId } = settings;
  if (settings.welcomeEnabled && channelId) await tell(ctx, tx, { type: 'welcome', who, channelId, settings });
  if (roleId) await claimRoles(ctx, tx, [{ serverId, userId, roleId, kind: ARRIVAL, wish: 'given' }]);
}

export async function sayGoodbye(ctx: Ctx, tx: Db, settings: Settings, who: MemberMove): Promise<void> {
  const { leaveChannelId: channelId } = settings;
  if (settings.leaveEnabled && channelId) await tell(ctx, tx, { type: 'leave', who, channelId, settings });
}

interface Telling {
  readonly type: 'welcome' | 'leave';
  readonly who: MemberMove;
  readonly channelId: ChannelId;
  readonly settings: Settings;
}

async function tell(ctx: Ctx, tx: Db, { type, who, channelId, settings }: Telling): Promise<void> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - minutes(1));
  const count = await countSince(tx, who.serverId, { since, most: MOST_PER_MINUTE + 1 });
  const at = who.joinedAt?.toISOString() ?? 'long ago';
  const isTooMany = count > MOST_PER_MINUTE;
  const key = type === 'welcome' ? at : `${at} ${now.toISOString()}`;
  const intention = {
    ...intentionOf({ ...who, type, hasCard: hasCard(settings, type), isTest: false }, channelId, now),
    dedupeKey: `${type} ${who.serverId} ${who.userId} ${key}`,
    // The count includes all arrivals and departures in this minute, and this one.
    ...(isTooMany ? { skip: 'tooMany' as const } : {}),
  };
  await intend(ctx, tx, [intention]);
  // No page lists skipped greetings, so the error log reports them.
  const details = { place: `<#${channelId}>`, limit: MOST_PER_MINUTE };
  if (isTooMany) await report(ctx, who.serverId, { reason: 'tooManyAtOnce', details }, tx);
}

export const hasCard = (settings: Settings, type: 'welcome' | 'leave'): boolean =>
  (type === 'welcome' ? settings.welcomeCard : settings.leaveCard) ?? false;

export function intentionOf(
  who: MemberMove & Pick<GreetingFacts, 'type' | 'hasCard' | 'isTest' | 'draft'>,
  channelId: ChannelId,
  now: Date,
): Omit<Intention, 'dedupeKey'> {
  const { serverId, joinedAt, ...facts } = who;
  return {
    owner: OWNER,
    serverId,
    subject: who.userId,
    kind: who.isTest ? 'test' : who.type,
    channelId,
    about: { ...facts, joinedAt: joinedAt?.toISOString() ?? null } satisfies GreetingFacts,
    detectedAt: now,
    giveUpAt: new Date(now.getTime() + STILL_NEWS_MS),
  };
}
