/** The chat events for apps: https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/#channelchatmessage */
import { emit } from './eventsub.ts';
import type { Tags } from './irc/lines.ts';
import type { Person, TwitchWorld } from './world.ts';

const showBadges = (tag: string | undefined) =>
  (tag ?? '')
    .split(',')
    .filter(Boolean)
    .map((badge) => {
      const [set_id = '', id = '1'] = badge.split('/');
      return { set_id, id, info: set_id === 'subscriber' ? id : '' };
    });

export interface ChatLine {
  readonly id: string;
  readonly writer: { readonly userId: string; readonly login: string; readonly displayName: string };
  readonly text: string;
  readonly tags: Tags;
  readonly sharedFrom: Person | undefined;
}

/** Sends IRC lines to the apps, too. */
export function notifyApps(
  world: TwitchWorld,
  channel: Person,
  { id, writer, text, tags, sharedFrom }: ChatLine,
): void {
  const parent = tags['reply-parent-msg-id'];
  emit(world, channel, 'channel.chat.message', {
    broadcaster_user_id: channel.userId,
    broadcaster_user_login: channel.login,
    broadcaster_user_name: channel.displayName,
    chatter_user_id: writer.userId,
    chatter_user_login: writer.login,
    chatter_user_name: writer.displayName,
    message_id: id,
    message: { text, fragments: [{ type: 'text', text, cheermote: null, emote: null, mention: null }] },
    color: tags['color'] ?? '',
    badges: showBadges(tags['badges']),
    message_type: 'text',
    cheer: null,
    reply:
      parent === undefined
        ? null
        : {
            parent_message_id: parent,
            parent_message_body: tags['reply-parent-msg-body'] ?? '',
            parent_user_id: tags['reply-parent-user-id'] ?? '',
            parent_user_name: tags['reply-parent-display-name'] ?? '',
            parent_user_login: tags['reply-parent-user-login'] ?? '',
            thread_message_id: parent,
            thread_user_id: tags['reply-parent-user-id'] ?? '',
            thread_user_name: tags['reply-parent-display-name'] ?? '',
            thread_user_login: tags['reply-parent-user-login'] ?? '',
          },
    channel_points_custom_reward_id: null,
    channel_points_animation_id: null,
    source_broadcaster_user_id: sharedFrom?.userId ?? null,
    source_broadcaster_user_login: sharedFrom?.login ?? null,
    source_broadcaster_user_name: sharedFrom?.displayName ?? null,
    source_message_id: sharedFrom ? (tags['source-id'] ?? null) : null,
    source_badges: sharedFrom ? showBadges(tags['source-badges']) : null,
    is_source_only: sharedFrom ? false : null,
  });
}
