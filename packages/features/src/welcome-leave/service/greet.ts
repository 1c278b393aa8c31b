import type { ChannelId, ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, minutes } from '@tally/kernel';
import { type Intention, intend } from '@tally/pipeline/delivery';
import { claimRoles } from '@tally/pipeline/roles';
import { report } from '../../error-logs/index.ts';
import type { TextDraft } from '../../message-editor/index.ts';
import { countSince } from '../store/arrivals.ts';
import type { Settings } from '../tables.ts';

/** The name of this home in the journal of deliveries. */
export const OWNER = 'welcome-leave';
/** The order for the role of arrivals. */
const ARRIVAL = 'welcome-leave/arrival';
/** Nobody wants to be greeted for something that long ago. */
const STILL_NEWS_MS = minutes(15);
/** Discord takes sixty messages a minute in a channel. A raid shall not fill it, nor the line for it. */
const MOST_PER_MINUTE = 30;

export interface Somebody {
  readonly userId: UserId;
  readonly name: string;
  /** The hash of the picture. */
  readonly avatar: string | null;
}

/** What the message will be made from when it leaves. */
export interface GreetingFacts extends Somebody {
  readonly type: 'welcome' | 'leave';
  readonly memberCount: number;
  readonly joinedAt: string | null;
  readonly hasCard: boolean;
  readonly isTest: boolean;
  /** Of a test: what it tries without its being saved. */
  readonly draft?: TextDraft & { readonly pings?: boolean | undefined };
}

export interface Happening extends Somebody {
  readonly serverId: ServerId;
  readonly joinedAt: Date | null;
  readonly memberCount: number;
}

/** Somebody counts as arrived: the greeting and the role, in the transaction that noted it. */
export async function welcome(ctx: Ctx, tx: Db, settings: Settings, who: Happening): Promise<void> {
  const { serverId, userId } = who;
  const { welcomeChannelId: channelId, welcomeRoleId: roleId } = settings;
  if (settings.welcomeEnabled && channelId) await tell(ctx, tx, { type: 'welcome', who, channelId, settings });
  if (roleId) await claimRoles(ctx, tx, [{ serverId, userId, roleId, kind: ARRIVAL, wish: 'given' }]);
}

export async function sayGoodbye(ctx: Ctx, tx: Db, settings: Settings, who: Happening): Promise<void> {
  const { leaveChannelId: channelId } = settings;
  if (settings.leaveEnabled && channelId) await tell(ctx, tx, { type: 'leave', who, channelId, settings });
}

interface Telling {
  readonly type: 'welcome' | 'leave';
  readonly who: Happening;
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
    // Every coming and going of this minute is counted, this one included.
    ...(isTooMany ? { skip: { reason: 'tooMany' as const } } : {}),
  };
  await intend(ctx, tx, [intention]);
  // Greetings have no page of their own on which the owner could read what was left out.
  const details = { place: `<#${channelId}>`, limit: MOST_PER_MINUTE };
  if (isTooMany) await report(ctx, who.serverId, { reason: 'tooManyAtOnce', details }, tx);
}

export const hasCard = (settings: Settings, type: 'welcome' | 'leave'): boolean =>
  (type === 'welcome' ? settings.welcomeCard : settings.leaveCard) ?? false;

export function intentionOf(
  who: Happening & Pick<GreetingFacts, 'type' | 'hasCard' | 'isTest' | 'draft'>,
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
