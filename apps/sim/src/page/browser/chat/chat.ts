import type { VNode } from 'preact';
import { iconOf } from '../channels.ts';
import { html } from '../html.ts';
import { Icon } from '../icons.ts';
import { act } from '../state/control.ts';
import { channelOf, findMember, guildOf, nameOf } from '../state/look.ts';
import { change, useApp } from '../state/store.ts';
import { Composer } from './composer.ts';
import { MessageList } from './list.ts';

export function Chat(): VNode {
  const channel = useApp(channelOf);
  if (!channel) {
    return html`<main class="chat"><p class="empty">Choose a channel. What happens there appears by itself.</p></main>`;
  }
  return html`<main class="chat" aria-label=${`Channel ${channel.name ?? ''}`}>
    <div class="chat-head">
      <h2><${Icon} name=${iconOf(channel)} size=${19} />${channel.name ?? 'Direct message'}</h2>
      ${channel.topic && html`<p title=${channel.topic}>${channel.topic}</p>`}
      <${MembersToggle} />
    </div>
    <${MessageList} key=${channel.id} channel=${channel} />
    <${Foot} />
  </main>`;
}

/** At medium width there is room for the members or the control panel, but not for both. */
function MembersToggle(): VNode {
  const isShown = useApp((state) => state.pane === 'members');
  return html`<button type="button" class="icon-button show-members" aria-label="Members" aria-pressed=${isShown}
    onClick=${() => change({ pane: isShown ? 'chat' : 'members' })}><${Icon} name="people" /></button>`;
}

/** Shows the composer, or a button to join for people who are not members. */
function Foot(): VNode | null {
  const guild = useApp(guildOf);
  const userId = useApp((state) => state.userId);
  const channel = useApp(channelOf);
  const user = useApp((state) => state.sim?.worlds.discord?.users.find((one) => one.id === state.userId));
  if (!guild || !channel || !user || !userId) return html`<div class="composer-closed">Choose whom you act as.</div>`;
  if (!findMember(guild, userId)) {
    return html`<div class="composer-closed">
      <span>${nameOf(guild, user)} is not in ${guild.name}.</span>
      <button type="button" class="button is-ink" onClick=${() => act('discord', 'join', { guild_id: guild.id, user_id: userId })}>Join the server</button>
    </div>`;
  }
  return html`<${Composer} key=${channel.id} channel=${channel} guild=${guild} user=${user} />`;
}
