import type { Core } from '../discord.ts';
import { Intent } from '../gateway/intents.ts';
import { ApiError, tooLong } from '../rules/errors.ts';
import { makeChannel } from '../state/make.ts';
import { isThread } from '../state/state.ts';
import type { Channel, Message } from '../state/types.ts';
import { dispatchChannel, dispatchGuild, dispatchMessage } from './dispatch.ts';

/** Deletes a channel with its threads and webhooks. */
export function removeChannel(core: Core, channel: Channel): void {
  const { state } = core;
  const guild = state.guilds.get(channel.guildId ?? '');
  // Dispatched before the deletion, because the current state decides who can see the channel.
  dispatchChannel(core, channel, 'DELETE');
  state.channels.delete(channel.id);
  if (!guild) {
    state.dms.delete(channel.id);
    return;
  }
  (isThread(channel) ? guild.threads : guild.channels).delete(channel.id);
  for (const thread of guild.threads.values()) if (thread.parent_id === channel.id) removeChannel(core, thread);
  for (const child of guild.channels.values()) if (child.parent_id === channel.id) child.parent_id = null;
  for (const hook of state.webhooks.values()) if (hook.channelId === channel.id) state.webhooks.delete(hook.id);
}

export const dispatchWebhooks = (core: Core, channel: Channel): void => {
  const guild = core.state.guilds.get(channel.guildId ?? '');
  if (guild)
    dispatchGuild(core, guild, 'WEBHOOKS_UPDATE', Intent.GUILD_WEBHOOKS, {
      guild_id: guild.id,
      channel_id: channel.id,
    });
};

export interface NewThread {
  readonly parent: Channel;
  readonly name: string;
  readonly ownerId: string;
  readonly autoArchive: number;
  readonly type: 10 | 11 | 12;
  /** The message to which the thread is attached. Its id is also the thread's id. */
  readonly starter?: Message;
  readonly appliedTags?: string[];
}

const MOST_TAGS = 5;

/** Returns at most five tags, and only those of the forum. */
export function chosenTags(forum: Channel | undefined, ids: readonly string[]): string[] {
  if (ids.length > MOST_TAGS) throw tooLong('applied_tags', MOST_TAGS);
  const unknown = ids.findIndex((id) => !forum?.available_tags?.some((tag) => tag.id === id));
  if (unknown >= 0) throw new ApiError(10087);
  return [...new Set(ids)];
}

const HAS_THREAD = 1 << 5;

export function openThread(core: Core, given: NewThread): Channel {
  const now = core.state.clock.now().toISOString();
  const thread = makeChannel(core.state, given.parent.guildId, {
    id: given.starter?.id ?? core.state.ids.next(),
    type: given.type,
    name: given.name,
    parent_id: given.parent.id,
    owner_id: given.ownerId,
    thread_metadata: {
      archived: false,
      auto_archive_duration: given.autoArchive,
      archive_timestamp: now,
      locked: false,
      create_timestamp: now,
    },
    ...(given.appliedTags ? { applied_tags: given.appliedTags } : {}),
  });
  thread.threadMembers.add(given.ownerId);
  dispatchChannel(core, thread, 'CREATE', { newly_created: true });
  if (given.starter) {
    given.starter.threadId = thread.id;
    given.starter.flags |= HAS_THREAD;
    dispatchMessage(core, given.starter, 'MESSAGE_UPDATE');
  }
  return thread;
}
