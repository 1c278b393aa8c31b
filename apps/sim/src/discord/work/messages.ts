import type { Core } from '../discord.ts';
import { Intent } from '../gateway/intents.ts';
import { ApiError } from '../rules/errors.ts';
import { readMentions } from '../rules/mentions.ts';
import { checkMessage, type Draft } from '../rules/message.ts';
import { isThread } from '../state/state.ts';
import type { Attachment, Channel, Guild, Message, Sticker } from '../state/types.ts';
import { showLinks, withoutCards } from '../unfurl/show.ts';
import { dispatchChannel, dispatchInChannel, dispatchMessage } from './dispatch.ts';
import { finishComponents, finishEmbeds, finishPoll, nameFiles } from './finish.ts';

export const Flag = {
  CROSSPOSTED: 1 << 0,
  IS_CROSSPOST: 1 << 1,
  SUPPRESS_EMBEDS: 1 << 2,
  HAS_THREAD: 1 << 5,
  EPHEMERAL: 1 << 6,
  LOADING: 1 << 7,
  SUPPRESS_NOTIFICATIONS: 1 << 12,
  IS_COMPONENTS_V2: 1 << 15,
} as const;

export interface NewMessage {
  readonly channel: Channel;
  /** The id of the forum post, if this is its first message. */
  readonly id?: string;
  readonly authorId: string;
  readonly draft: Draft;
  readonly attachments?: Attachment[];
  readonly type?: number;
  readonly mayMentionEveryone?: boolean;
  readonly parsesUsersOnly?: boolean;
  readonly nonce?: string | number | undefined;
  readonly applicationId?: string | undefined;
  readonly webhook?: Message['webhook'];
  readonly reference?: Message['reference'];
  readonly snapshots?: readonly unknown[] | undefined;
  readonly interaction?: Message['interaction'];
  readonly visibleTo?: string | undefined;
  readonly isLoading?: boolean;
}

const NOTHING: readonly unknown[] = [];

/** Posts a message: resolves mentions, keeps the history and dispatches the event. */
export function createMessage(core: Core, given: NewMessage): Message {
  const { state } = core;
  const { channel, draft } = given;
  const isReply = given.reference?.type === 0;
  // An answer to a component replies to the bot's own message and sends no notification.
  const repliedTo =
    isReply && !given.interaction ? channel.messages.get(given.reference?.message_id ?? '')?.authorId : undefined;
  const mentions = mentionsOf(core, channel, draft, { ...given, repliedTo });
  const message: Message = {
    id: given.id ?? state.ids.next(),
    channelId: channel.id,
    guildId: channel.guildId,
    authorId: given.authorId,
    type: given.type ?? (isReply ? 19 : 0),
    content: draft.content ?? '',
    embeds: finishEmbeds(draft.embeds ?? NOTHING),
    components: nameFiles(finishComponents(draft.components ?? NOTHING), given.attachments ?? []),
    attachments: given.attachments ?? [],
    stickers: stickersOf(state.guilds.get(channel.guildId ?? ''), draft.sticker_ids ?? []),
    poll: finishPoll(draft.poll, state.clock.now()),
    flags: draft.flags ?? 0,
    tts: draft.tts ?? false,
    pinned: false,
    timestamp: state.clock.now().toISOString(),
    edited_timestamp: null,
    mention_everyone: mentions.everyone,
    mentionIds: mentions.users,
    mention_roles: mentions.roles,
    reactions: [],
    nonce: given.nonce,
    applicationId: given.applicationId,
    webhook: given.webhook,
    reference: given.reference,
    snapshots: given.snapshots,
    interaction: given.interaction,
    visibleTo: given.visibleTo,
    pinged: mentions.pinged,
    history: [],
    threadId: undefined,
    isLoading: given.isLoading ?? false,
  };
  channel.messages.set(message.id, message);
  channel.order.push(message.id);
  if (given.visibleTo === undefined) channel.last_message_id = message.id;
  if (isThread(channel)) {
    channel.message_count++;
    channel.total_message_sent++;
    if (given.visibleTo === undefined) wake(core, channel);
  }
  core.stats.messages++;
  dispatchMessage(core, message, 'MESSAGE_CREATE');
  void showLinks(core, message);
  return message;
}

/**
 * Any message by a person, bot or webhook reopens an archived thread.
 * https://docs.discord.com/developers/topics/threads#active-archived-threads
 */
function wake(core: Core, thread: Channel): void {
  const meta = thread.thread_metadata;
  if (!meta?.archived) return;
  meta.archived = false;
  meta.archive_timestamp = core.state.clock.now().toISOString();
  dispatchChannel(core, thread, 'UPDATE');
}

/** Returns stickers of the same server. Those of other servers need a paid account. */
const stickersOf = (guild: Guild | undefined, ids: readonly string[]): Sticker[] =>
  ids.map((id) => {
    const sticker = guild?.stickers.get(id);
    if (!sticker) throw new ApiError(50081);
    return sticker;
  });

interface MentionContext {
  readonly mayMentionEveryone?: boolean;
  readonly parsesUsersOnly?: boolean;
  readonly repliedTo?: string | undefined;
}

function mentionsOf(core: Core, channel: Channel, draft: Draft, context: MentionContext) {
  const isV2 = ((draft.flags ?? 0) & Flag.IS_COMPONENTS_V2) !== 0;
  const text = isV2 ? textsOf(draft.components ?? []) : (draft.content ?? '');
  return readMentions(text, draft.allowed_mentions, {
    guild: core.state.guilds.get(channel.guildId ?? ''),
    mayMentionEveryone: context.mayMentionEveryone ?? false,
    parsesUsersOnly: context.parsesUsersOnly ?? false,
    repliedTo: context.repliedTo,
    isSilent: ((draft.flags ?? 0) & Flag.SUPPRESS_NOTIFICATIONS) !== 0,
  });
}

/** With components v2 the text is in text displays, and mentions in it count. */
function textsOf(components: readonly unknown[]): string {
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('content' in node && typeof node.content === 'string') texts.push(node.content);
    for (const value of Object.values(node)) if (Array.isArray(value)) value.forEach(visit);
  };
  components.forEach(visit);
  return texts.join('\n');
}

export interface Edit {
  readonly draft: Draft;
  readonly attachments?: Attachment[] | undefined;
  readonly mayMentionEveryone?: boolean;
}

/** Omitted fields stay unchanged. An edit never pings again. */
export function editMessage(core: Core, message: Message, edit: Edit): Message {
  const { draft } = edit;
  const channel = core.state.channels.get(message.channelId);
  if (!channel) throw new ApiError(10003);
  const { content, embeds, components } = message;
  const isReworded = draft.content !== undefined && (draft.content ?? '') !== content;
  const changed = {
    flags: typeof draft.flags === 'number' ? mergeFlags(message.flags, draft.flags) : message.flags,
    content: draft.content === undefined ? content : (draft.content ?? ''),
    embeds:
      draft.embeds === undefined ? (isReworded ? withoutCards(embeds) : embeds) : finishEmbeds(draft.embeds ?? NOTHING),
    components:
      draft.components === undefined
        ? components
        : nameFiles(finishComponents(draft.components ?? NOTHING), edit.attachments ?? message.attachments),
    attachments: edit.attachments ?? message.attachments,
  };
  // The edit is checked first, so a refusal changes nothing.
  checkMessage({ ...message, ...changed, allowed_mentions: null }, { hasFiles: changed.attachments.length > 0 });
  message.history.push({ content, embeds, components, at: message.edited_timestamp ?? message.timestamp });
  Object.assign(message, changed);
  if (draft.content !== undefined || draft.allowed_mentions !== undefined) {
    const mentions = mentionsOf(core, channel, { ...draft, content: message.content }, edit);
    message.mention_everyone = mentions.everyone;
    message.mentionIds = mentions.users;
    message.mention_roles = mentions.roles;
  }
  message.edited_timestamp = core.state.clock.now().toISOString();
  message.isLoading = false;
  dispatchMessage(core, message, 'MESSAGE_UPDATE');
  if (isReworded) void showLinks(core, message);
  return message;
}

const SETTABLE = Flag.SUPPRESS_EMBEDS | Flag.IS_COMPONENTS_V2;
const mergeFlags = (before: number, asked: number): number =>
  (before & ~Flag.SUPPRESS_EMBEDS) | (asked & SETTABLE) | (before & Flag.IS_COMPONENTS_V2);

export function deleteMessages(core: Core, channel: Channel, ids: readonly string[]): void {
  const gone = new Set(ids.filter((id) => channel.messages.delete(id)));
  if (gone.size === 0) return;
  channel.order = channel.order.filter((id) => !gone.has(id));
  const guild = channel.guildId === undefined ? {} : { guild_id: channel.guildId };
  const intents = { guild: Intent.GUILD_MESSAGES, direct: Intent.DIRECT_MESSAGES };
  const place = { channel_id: channel.id, ...guild };
  if (ids.length > 1) dispatchInChannel(core, channel, 'MESSAGE_DELETE_BULK', intents, { ids: [...gone], ...place });
  else dispatchInChannel(core, channel, 'MESSAGE_DELETE', intents, { id: ids[0], ...place });
}
