/** The actions of viewers: following, subscribing, gifting subscriptions, writing, and being banned. */
import { createUuid } from '../platform/ids.ts';
import { showBadges } from './badges.ts';
import { sendBan, tellMessage } from './realtime/send.ts';
import { rfc3339, showShortPerson, showWebhookPerson } from './shapes.ts';
import { getStanding } from './standings.ts';
import { emit } from './webhooks.ts';
import type { ChatMessage, KickWorld, Person, Redemption, Standing } from './world.ts';

const MONTH_MS = 30 * 86_400_000;

export function follow(world: KickWorld, channel: Person, viewer: Person): void {
  const standing = getStanding(channel, viewer);
  if (standing.followingSince) return;
  standing.followingSince = world.doors.now();
  channel.followers += 1;
  emit(world, channel, 'channel.followed', {
    broadcaster: showWebhookPerson(world, channel),
    follower: showWebhookPerson(world, viewer),
  });
}

export function subscribe(world: KickWorld, channel: Person, viewer: Person): void {
  const standing = getStanding(channel, viewer);
  const isRenewal = standing.subscribedMonths > 0;
  extendSubscription(world, standing);
  emit(world, channel, isRenewal ? 'channel.subscription.renewal' : 'channel.subscription.new', {
    broadcaster: showWebhookPerson(world, channel),
    subscriber: showWebhookPerson(world, viewer),
    duration: standing.subscribedMonths,
    created_at: rfc3339(world.doors.now()),
    expires_at: standing.subscribedUntil ? rfc3339(standing.subscribedUntil) : null,
  });
}

export interface GiftOptions {
  readonly giver: Person;
  readonly receivers: readonly Person[];
  /** Kick sends neither the id nor the name of an anonymous gifter. */
  readonly isAnonymous: boolean;
}

/** Sends one push for all gifts of one event, as Kick does. */
export function giveSubscriptions(world: KickWorld, channel: Person, options: GiftOptions): void {
  const { giver, receivers, isAnonymous } = options;
  for (const receiver of receivers) extendSubscription(world, getStanding(channel, receiver));
  const standing = getStanding(channel, giver);
  standing.gifts += receivers.length;
  addBadge(standing, 'sub_gifter');
  emit(world, channel, 'channel.subscription.gifts', {
    broadcaster: showWebhookPerson(world, channel),
    gifter: isAnonymous ? nobody : showWebhookPerson(world, giver),
    giftees: receivers.map((receiver) => showWebhookPerson(world, receiver)),
    created_at: rfc3339(world.doors.now()),
    expires_at: rfc3339(new Date(world.doors.now().getTime() + MONTH_MS)),
  });
}

/** https://docs.kick.com/events/event-types#kicks-gifted. People have fewer fields here than elsewhere. */
export function giveKicks(world: KickWorld, channel: Person, sender: Person, amount: number): void {
  const at = world.doors.now();
  world.kicks.push({ broadcasterUserId: channel.userId, senderUserId: sender.userId, amount, at });
  emit(world, channel, 'kicks.gifted', {
    broadcaster: showShortPerson(world, channel),
    sender: showShortPerson(world, sender),
    gift: { amount, name: 'Hell Yeah', type: 'BASIC', tier: 'BASIC', message: '', pinned_time_seconds: 0 },
    created_at: at.toISOString(),
  });
}

/** https://docs.kick.com/events/event-types */
const nobody = {
  is_anonymous: true,
  user_id: null,
  username: null,
  is_verified: null,
  profile_picture: null,
  channel_slug: null,
  identity: null,
};

function extendSubscription(world: KickWorld, standing: Standing): void {
  standing.subscribedMonths += 1;
  standing.subscribedUntil = new Date(world.doors.now().getTime() + MONTH_MS);
  addBadge(standing, 'subscriber');
}

export function addBadge(standing: Standing, badge: string): void {
  if (!standing.badges.includes(badge)) standing.badges.push(badge);
}

/** https://docs.kick.com/events/event-types#channel-reward-redemption-updated */
export function pushRedemption(
  world: KickWorld,
  redemption: Redemption,
  people: { readonly channel: Person; readonly redeemer: Person; readonly status: 'pending' | 'accepted' | 'rejected' },
): void {
  emit(world, people.channel, 'channel.reward.redemption.updated', {
    id: redemption.id,
    user_input: redemption.input,
    status: people.status,
    redeemed_at: redemption.redeemedAt.toISOString(),
    reward: redemption.reward,
    redeemer: showShortPerson(world, people.redeemer),
    broadcaster: showShortPerson(world, people.channel),
  });
}

export interface Manner {
  /** These badges are added to the writer's own badges in that channel. */
  readonly badges?: readonly string[];
  readonly replyTo?: ChatMessage | null;
  readonly celebratedMonths?: number | null;
}

export function writeInChat(
  world: KickWorld,
  channel: Person,
  sender: Person,
  { content, badges: more = [], replyTo = null, celebratedMonths = null }: Manner & { readonly content: string },
): ChatMessage {
  const message: ChatMessage = {
    id: createUuid(world.doors),
    broadcasterUserId: channel.userId,
    senderUserId: sender.userId,
    content,
    sentAt: world.doors.now(),
    badges: more,
    replyToId: replyTo?.id ?? null,
    celebratedMonths,
  };
  world.chat.set(message.id, message);
  tellMessage(world, channel, message);
  const showWriter = (person: Person, others: readonly string[] = []) => ({
    ...showWebhookPerson(world, person),
    identity: { username_color: '#53FC18', badges: showBadges(channel, person, others) },
  });
  const answered = replyTo && world.people.get(replyTo.senderUserId);
  emit(world, channel, 'chat.message.sent', {
    message_id: message.id,
    replies_to:
      replyTo && answered ? { message_id: replyTo.id, content: replyTo.content, sender: showWriter(answered) } : null,
    broadcaster: showWebhookPerson(world, channel),
    sender: showWriter(sender, more),
    content,
    emotes: showEmotePlaces(content),
    created_at: rfc3339(message.sentAt),
  });
  return message;
}

/** Returns the inclusive positions of `[emote:id:name]`. */
function showEmotePlaces(content: string) {
  const places = new Map<string, { s: number; e: number }[]>();
  for (const { 0: whole, 1: id = '', index } of content.matchAll(/\[emote:(\d+):[^\]]*\]/g)) {
    places.set(id, [...(places.get(id) ?? []), { s: index, e: index + whole.length - 1 }]);
  }
  return [...places].map(([id, positions]) => ({ emote_id: id, positions }));
}

export const banKey = (channel: Person, viewer: Person): string => `${channel.userId}:${viewer.userId}`;

export function ban(
  world: KickWorld,
  channel: Person,
  options: { viewer: Person; moderator: Person; minutes: number | null; reason: string },
): void {
  const now = world.doors.now();
  const until = options.minutes === null ? null : new Date(now.getTime() + options.minutes * 60_000);
  world.bans.set(banKey(channel, options.viewer), { until, reason: options.reason });
  sendBan(world, channel, options.viewer, options.minutes);
  emit(world, channel, 'moderation.banned', {
    broadcaster: showWebhookPerson(world, channel),
    moderator: showWebhookPerson(world, options.moderator),
    banned_user: showWebhookPerson(world, options.viewer),
    metadata: { reason: options.reason, created_at: rfc3339(now), expires_at: until ? rfc3339(until) : null },
  });
}
