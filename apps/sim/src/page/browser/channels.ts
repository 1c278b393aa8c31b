import type { VNode } from 'preact';
import { classes, html } from './html.ts';
import { Icon, type IconName } from './icons.ts';
import { guildOf, isTextual, isThread } from './state/look.ts';
import { change, useApp } from './state/store.ts';
import type { Channel, Guild } from './state/wire.ts';

export function ChannelList(): VNode {
  const guild = useApp(guildOf);
  if (!guild) return html`<nav class="channels" aria-label="Channels"></nav>`;
  const loose = guild.channels.filter((channel) => !channel.parent_id && channel.type !== 4);
  const categories = guild.channels.filter((channel) => channel.type === 4).sort(byPosition);
  return html`<nav class="channels" aria-label=${`Channels of ${guild.name}`}>
    <h2 class="pane-title">${guild.name}<small>${guild.member_count} members</small></h2>
    <${Group} guild=${guild} channels=${loose} />
    ${categories.map(
      (category) => html`<section key=${category.id} aria-label=${category.name}>
        <h3 class="eyebrow">${category.name}</h3>
        <${Group} guild=${guild} channels=${guild.channels.filter((channel) => channel.parent_id === category.id)} />
      </section>`,
    )}
  </nav>`;
}

const byPosition = (left: Channel, right: Channel): number => (left.position ?? 0) - (right.position ?? 0);

function Group({ guild, channels }: { guild: Guild; channels: readonly Channel[] }): VNode {
  const threads = [...(guild.threads ?? []), ...guild.channels.filter(isThread)];
  return html`<ul>
    ${channels
      .filter((channel) => !isThread(channel))
      .sort(byPosition)
      .map((channel) => {
        const own = threads.filter((thread) => thread.parent_id === channel.id && !thread.thread_metadata?.archived);
        return html`<li key=${channel.id}>
          <${Row} channel=${channel} />
          ${own.length > 0 && html`<ul class="threads">${own.map((thread) => html`<li key=${thread.id}><${Row} channel=${thread} /></li>`)}</ul>`}
        </li>`;
      })}
  </ul>`;
}

export function iconOf(channel: Channel): IconName {
  if (isThread(channel)) return 'thread';
  if (channel.type === 5) return 'horn';
  if (channel.type === 2 || channel.type === 13) return 'voice';
  return channel.type === 1 ? 'person' : 'hash';
}

function Row({ channel }: { channel: Channel }): VNode {
  const isCurrent = useApp((state) => state.channelId === channel.id);
  const isUnread = useApp((state) => state.unread.has(channel.id));
  const content = html`<${Icon} name=${iconOf(channel)} size=${17} /><span class="channel-name">${channel.name}</span>`;
  if (!isTextual(channel)) return html`<span class="channel is-silent" title=${channel.name}>${content}</span>`;
  return html`<button type="button" class=${classes('channel', isUnread && 'is-unread')} aria-current=${isCurrent ? 'page' : null}
    title=${channel.name} onClick=${() => change({ channelId: channel.id, replyTo: null, pane: 'chat' })}>
    ${content}${isUnread && html`<i class="unread"><span class="hidden">New messages</span></i>`}
  </button>`;
}
