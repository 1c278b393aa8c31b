import { type Creator, type CreatorBody, creatorLimits } from '@tally/contract/creators/calls';
import type { ShortStreamer } from '@tally/contract/notifications/streamers';
import { addressOf, namesakeWord } from '@tally/contract/platforms/namesakes';
import type { Platform } from '@tally/contract/platforms/platform';
import { signalKey } from '../../notifications/signal.ts';

/** The fields that identify a channel. Its display name may change during an edit. */
export type Member = Omit<Creator['channels'][number], 'displayName'>;

/** A creator while it is edited. */
export interface CreatorDraft {
  readonly name: string;
  readonly channels: readonly Member[];
  /** If false, the first live channel provides title and picture. If true, the platforms do, in this order. */
  readonly isOrdered: boolean;
  readonly order: readonly Platform[];
  readonly notificationChannelId: Creator['notificationChannelId'];
  readonly pingRoleId: Creator['pingRoleId'];
}

export const emptyDraft: CreatorDraft = {
  name: '',
  channels: [],
  isOrdered: false,
  order: [],
  notificationChannelId: null,
  pingRoleId: null,
};

export const draftOf = (creator: Creator): CreatorDraft => ({
  name: creator.name,
  channels: creator.channels.map(withoutShownName),
  isOrdered: creator.platformOrder.length > 0,
  order: creator.platformOrder,
  notificationChannelId: creator.notificationChannelId,
  pingRoleId: creator.pingRoleId,
});

function withoutShownName(channel: Creator['channels'][number]): Member {
  const { displayName: _, ...member } = channel;
  return member;
}

export const memberOf = (streamer: ShortStreamer): Member => ({
  platform: streamer.platform,
  streamerUserName: streamer.streamerUserName,
  ...namesakeWord(addressOf(streamer)),
});

export const memberKey = (member: Member): string => signalKey(member);

/** Returns the creator's platforms in order of preference. Newly added platforms come last. */
export function orderOf({ channels, order }: Pick<CreatorDraft, 'channels' | 'order'>): Platform[] {
  const present = [...new Set(channels.map(({ platform }) => platform))];
  return [...order.filter((platform) => present.includes(platform)), ...present.filter((one) => !order.includes(one))];
}

export const bodyOf = (draft: CreatorDraft): CreatorBody => ({
  name: draft.name.trim(),
  channels: [...draft.channels],
  platformOrder: draft.isOrdered ? orderOf(draft) : [],
  notificationChannelId: draft.notificationChannelId,
  pingRoleId: draft.pingRoleId,
});

/** A creator without a name gets the name of its first channel. */
export const withMember = (draft: CreatorDraft, member: Member, shown: string): CreatorDraft => ({
  ...draft,
  name: draft.name.trim() === '' ? shown.slice(0, creatorLimits.name) : draft.name,
  channels: [...draft.channels.filter((each) => memberKey(each) !== memberKey(member)), member],
});

export const withoutMember = (draft: CreatorDraft, member: Member): CreatorDraft => ({
  ...draft,
  channels: draft.channels.filter((each) => memberKey(each) !== memberKey(member)),
});

/** Maps each channel to the other creator that already has it, because a channel can have only one. */
export function takenBy(creators: readonly Creator[], own: Creator | 'new'): ReadonlyMap<string, string> {
  const others = creators.filter((each) => own === 'new' || each.creatorId !== own.creatorId);
  return new Map(others.flatMap(({ name, channels }) => channels.map((member) => [memberKey(member), name] as const)));
}

export const isCreatorDraft = (value: unknown): value is CreatorDraft =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'channels' in value &&
  Array.isArray(value.channels) &&
  'order' in value &&
  Array.isArray(value.order) &&
  'pingRoleId' in value;
