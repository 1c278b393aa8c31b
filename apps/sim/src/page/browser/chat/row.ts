import type { VNode } from 'preact';
import { Avatar } from '../avatar.ts';
import { classes, html } from '../html.ts';
import { Icon } from '../icons.ts';
import { Components } from '../message/components.ts';
import { EmbedCard } from '../message/embed.ts';
import { InlineMarkdown, Markdown } from '../message/markdown.ts';
import { Attachments } from '../message/media.ts';
import { colourOf, discordOf, findMember, findUser, guildOf, isPinged, nameOf } from '../state/look.ts';
import { change, simNow, useApp } from '../state/store.ts';
import { showClock, showFull, showWhen } from '../state/time.ts';
import type { Guild, Message } from '../state/wire.ts';
import { Reactions } from './reactions.ts';
import { Tools } from './tools.ts';

const SUPPRESS_EMBEDS = 1 << 2;
const IS_LOADING = 1 << 7;
/** https://docs.discord.com/developers/resources/message#message-object-message-types */
const MENU_COMMAND = 23;

export function Row({ message, isContinued }: { message: Message; isContinued: boolean }): VNode {
  const guild = useApp(guildOf);
  const userId = useApp((state) => state.userId);
  const forMe = isPinged(guild, userId, message.pinged);
  const isHidden = message.visible_to !== undefined && message.visible_to !== userId;
  return html`<article class=${classes('message', isContinued && 'is-continued', forMe && 'is-pinged', message.visible_to && 'is-ephemeral', isHidden && 'is-hidden')}
    data-message=${message.id}>
    <${Reference} message=${message} guild=${guild} />
    <div class="message-side">
      ${isContinued ? html`<time class="message-time" datetime=${message.timestamp}>${showClock(new Date(message.timestamp))}</time>` : html`<${Avatar} user=${message.author} size=${38} />`}
    </div>
    <div class="message-main">
      ${!isContinued && html`<${Byline} message=${message} guild=${guild} />`}
      <${Body} message=${message} />
      <${PingLine} message=${message} guild=${guild} />
      <${Reactions} message=${message} />
      <${ThreadLink} message=${message} />
      ${message.visible_to && html`<${OnlyFor} userId=${message.visible_to} />`}
    </div>
    <${Tools} message=${message} />
  </article>`;
}

function Byline({ message, guild }: { message: Message; guild: Guild | undefined }): VNode {
  const at = new Date(message.timestamp);
  const now = simNow();
  const colour = message.webhook_id ? null : colourOf(guild, message.author.id);
  return html`<p class="byline">
    ${colour && html`<i class="dot" style=${{ backgroundColor: colour }}></i>`}
    <strong>${message.webhook_id ? message.author.username : nameOf(guild, message.author)}</strong>
    ${(message.author.bot || message.webhook_id) && html`<span class="tag">${message.webhook_id ? 'Webhook' : 'App'}</span>`}
    <time datetime=${message.timestamp} title=${showFull(at)}>${showWhen(at, now)}</time>
    ${message.pinned && html`<span class="pinned"><${Icon} name="pin" size=${13} />Pinned</span>`}
  </p>`;
}

function Body({ message }: { message: Message }): VNode {
  const flags = message.flags ?? 0;
  if (flags & IS_LOADING) return html`<p class="thinking"><i class="dots" aria-hidden="true"></i>Thinking</p>`;
  const forwarded = message.message_snapshots?.[0]?.message;
  return html`<div class="message-body">
    ${systemText(message) && html`<p class="system">${systemText(message)}</p>`}
    ${message.content && html`<${Markdown} text=${message.content} />`}
    ${message.edited_timestamp && html`<${Edited} message=${message} />`}
    ${forwarded && html`<blockquote class="forwarded"><p class="subtext">Forwarded</p><${Body} message=${{ ...forwarded, id: message.id }} /></blockquote>`}
    <${Attachments} list=${message.attachments ?? []} />
    ${!(flags & SUPPRESS_EMBEDS) && (message.embeds ?? []).map((embed) => html`<${EmbedCard} embed=${embed} />`)}
    <${Components} message=${message} list=${message.components ?? []} />
  </div>`;
}

/** Returns the text of messages that Discord writes itself. */
function systemText(message: Message): string | null {
  switch (message.type) {
    case 6:
      return 'pinned a message to this channel.';
    case 7:
      return 'joined the server.';
    case 8:
      return 'boosted the server.';
    case 18:
      return `started a thread: ${message.content}`;
    default:
      return null;
  }
}

/** Shows the earlier version on hover or focus. */
function Edited({ message }: { message: Message }): VNode {
  const before = message.history?.at(-1);
  return html`<span class="edited" title=${before ? `Before: ${before.content.slice(0, 300)}` : showFull(new Date(message.edited_timestamp ?? ''))}>(edited)</span>`;
}

function Reference({ message, guild }: { message: Message; guild: Guild | undefined }): VNode | null {
  const { user: asked, name } = message.interaction ?? {};
  if (asked)
    return html`<p class="reference"><${Icon} name="slash" size=${15} /><strong>${nameOf(guild, asked)}</strong><span>used ${message.type === MENU_COMMAND ? '' : '/'}${name}</span></p>`;
  if (!message.message_reference || message.message_snapshots || message.type === 18) return null;
  const original = message.referenced_message;
  return html`<p class="reference">
    <${Icon} name="reply" size=${15} />
    ${original ? html`<strong>${nameOf(guild, original.author)}</strong><span><${InlineMarkdown} text=${original.content.split('\n')[0] || 'a card'} /></span>` : html`<span>The original message was deleted.</span>`}
  </p>`;
}

/** Shows the people who were actually notified, which a real chat does not show. */
function PingLine({ message, guild }: { message: Message; guild: Guild | undefined }): VNode | null {
  const { pinged } = message;
  // An app that receives a reply counts as mentioned, but gets no notification.
  const people = (pinged?.users ?? []).filter((id) => !findMember(guild, id)?.user.bot);
  if (!pinged || (!pinged.everyone && pinged.roles.length === 0 && people.length === 0)) return null;
  const role = (id: string): string => {
    const found = guild?.roles.find((one) => one.id === id);
    const count = guild?.members.filter((member) => member.roles.includes(id)).length ?? 0;
    return `@${found?.name ?? 'deleted role'} (${count})`;
  };
  const person = (id: string): string => {
    const member = findMember(guild, id);
    return member ? nameOf(guild, member.user) : id;
  };
  const all = [...(pinged.everyone ? ['everyone'] : []), ...pinged.roles.map(role), ...people.map(person)];
  return html`<p class="pings"><${Icon} name="bolt" size=${13} />Notified ${all.join(', ')}</p>`;
}

function ThreadLink({ message }: { message: Message }): VNode | null {
  const { thread } = message;
  if (!thread) return null;
  return html`<button type="button" class="thread-link" onClick=${() => change({ channelId: thread.id })}>
    <${Icon} name="thread" size=${16} /><strong>${thread.name}</strong><span>${thread.message_count ?? 0} messages</span>
  </button>`;
}

function OnlyFor({ userId }: { userId: string }): VNode {
  const user = useApp((state) => findUser(discordOf(state), userId));
  const guild = useApp(guildOf);
  return html`<p class="only-for"><${Icon} name="eye" size=${13} />Only ${user ? nameOf(guild, user) : 'one person'} can see this</p>`;
}
