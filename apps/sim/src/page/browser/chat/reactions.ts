import type { VNode } from 'preact';
import { classes, html } from '../html.ts';
import { ComponentEmoji } from '../message/components.ts';
import { act } from '../state/control.ts';
import { getState, say, useApp } from '../state/store.ts';
import type { Emoji, Message } from '../state/wire.ts';

export const emojiText = (emoji: Emoji): string => (emoji.id ? `${emoji.name ?? '_'}:${emoji.id}` : (emoji.name ?? ''));

export function Reactions({ message }: { message: Message }): VNode | null {
  const userId = useApp((state) => state.userId);
  const reactions = message.reactions ?? [];
  if (reactions.length === 0) return null;
  return html`<ul class="reactions" aria-label="Reactions">
    ${reactions.map((reaction) => {
      const isMine = userId !== null && (reaction.users ?? []).includes(userId);
      return html`<li key=${emojiText(reaction.emoji)}>
        <button type="button" class=${classes('reaction', isMine && 'is-mine')} aria-pressed=${isMine}
          onClick=${() => toggleReaction(message, reaction.emoji, isMine)}>
          <${ComponentEmoji} emoji=${reaction.emoji} /><span>${reaction.count}</span>
        </button>
      </li>`;
    })}
  </ul>`;
}

export function toggleReaction(message: Message, emoji: Emoji, isMine: boolean): void {
  const { userId } = getState();
  if (!userId) return say('Choose first whom you act as.', true);
  const body = { channel_id: message.channel_id, message_id: message.id, user_id: userId, emoji: emojiText(emoji) };
  void act('discord', isMine ? 'unreact' : 'react', body);
}
