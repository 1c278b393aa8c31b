/** Draws Discord's text as elements, with the product's parser. */
import { type Block, type Inline, parseInline, parseMarkdown } from '@tally/message/markdown';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { classes, html } from '../html.ts';
import { Icon } from '../icons.ts';
import { allChannels, discordOf, findUser, guildOf, hexColour, nameOf } from '../state/look.ts';
import { useNow } from '../state/now.ts';
import { change, getState, simNow } from '../state/store.ts';
import { showFull, showTimestamp } from '../state/time.ts';

export const Markdown = ({ text }: { text: string }): VNode =>
  html`<div class="markdown">${parseMarkdown(text).map(drawBlock)}</div>`;

export const InlineMarkdown = ({ text }: { text: string }): VNode =>
  html`<span>${parseInline(text).map(drawInline)}</span>`;

function drawBlock(block: Block): VNode {
  switch (block.type) {
    case 'paragraph':
      return html`<p class=${isOnlyEmoji(block.children) ? 'jumbo' : null}>${block.children.map(drawInline)}</p>`;
    case 'heading':
      // These are not real headings, because a message must not change the page's outline.
      return html`<p class=${`heading heading-${block.level}`}>${block.children.map(drawInline)}</p>`;
    case 'subtext':
      return html`<p class="subtext">${block.children.map(drawInline)}</p>`;
    case 'quote':
      return html`<blockquote>${block.children.map(drawBlock)}</blockquote>`;
    case 'list': {
      const items = block.items.map((item) => html`<li>${item.children.map(drawBlock)}</li>`);
      return block.isOrdered ? html`<ol start=${block.start}>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    case 'codeBlock':
      return html`<pre tabindex="0"><code>${block.text}</code></pre>`;
  }
}

const isOnlyEmoji = (inlines: readonly Inline[]): boolean =>
  inlines.length > 0 &&
  inlines.every(
    (one) =>
      one.type === 'emoji' ||
      (one.type === 'text' &&
        /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\s)*$/u.test(one.text) &&
        !/\d/.test(one.text)),
  );

function drawInline(inline: Inline): VNode | string {
  switch (inline.type) {
    case 'text':
      return inline.text;
    case 'bold':
      return html`<strong>${inline.children.map(drawInline)}</strong>`;
    case 'italic':
      return html`<em>${inline.children.map(drawInline)}</em>`;
    case 'underline':
      return html`<u>${inline.children.map(drawInline)}</u>`;
    case 'strike':
      return html`<s>${inline.children.map(drawInline)}</s>`;
    case 'spoiler':
      return html`<${Spoiler}>${inline.children.map(drawInline)}<//>`;
    case 'code':
      return html`<code>${inline.text}</code>`;
    case 'link':
      return html`<${Link} href=${inline.href} title=${inline.title}>${inline.children.map(drawInline)}<//>`;
    case 'userMention':
      return html`<${UserMention} id=${inline.id} />`;
    case 'roleMention':
      return html`<${RoleMention} id=${inline.id} />`;
    case 'channelMention':
      return html`<${ChannelMention} id=${inline.id} />`;
    case 'everyoneMention':
      return html`<span class="mention mention-everyone">@${inline.who}</span>`;
    case 'navigation':
      return html`<span class="mention">${inline.place}</span>`;
    case 'commandMention':
      return html`<span class="mention">/${inline.name}</span>`;
    case 'emoji':
      return html`<img class="emoji" src=${`/discord/cdn/emojis/${inline.id}.png`} alt=${`:${inline.name}:`} title=${`:${inline.name}:`} />`;
    case 'timestamp':
      return drawTime(inline.seconds, inline.style);
  }
}

function drawTime(seconds: number, style: string): VNode {
  const at = new Date(seconds * 1_000);
  if (Number.isNaN(at.getTime())) return html`<span class="time">Invalid date</span>`;
  const text = style === 'R' ? html`<${Ago} at=${at} />` : showTimestamp(at, style, simNow());
  return html`<time class="time" datetime=${at.toISOString()} title=${showFull(at)}>${text}</time>`;
}

function Ago({ at }: { at: Date }): VNode {
  const now = useNow();
  return html`<span>${showTimestamp(at, 'R', now)}</span>`;
}

function Spoiler({ children }: { children?: unknown }): VNode {
  const [isShown, show] = useState(false);
  if (isShown) return html`<span class="spoiler is-shown">${children}</span>`;
  return html`<button type="button" class="spoiler" aria-label="Show what is hidden" onClick=${() => show(true)}>
    <span aria-hidden="true">${children}</span>
  </button>`;
}

/** Only web URLs become links, because a message must not inject a script. */
export function Link({ href, title, children }: { href: string; title?: string | null; children?: unknown }): VNode {
  if (!/^https?:\/\//i.test(href)) return html`<span>${children}</span>`;
  return html`<a href=${href} title=${title ?? href} target="_blank" rel="noopener noreferrer nofollow">${children}</a>`;
}

function UserMention({ id }: { id: string }): VNode {
  const state = getState();
  const user = findUser(discordOf(state), id);
  return html`<span class=${classes('mention', id === state.userId && 'is-me')}>@${user ? nameOf(guildOf(state), user) : 'unknown'}</span>`;
}

function RoleMention({ id }: { id: string }): VNode {
  const role = guildOf(getState())?.roles.find((one) => one.id === id);
  return html`<span class="mention">
    ${role && role.color !== 0 && html`<i class="dot" style=${{ backgroundColor: hexColour(role.color) }}></i>`}@${role?.name ?? 'deleted role'}
  </span>`;
}

function ChannelMention({ id }: { id: string }): VNode {
  const guild = guildOf(getState());
  const channel = guild && allChannels(guild).find((one) => one.id === id);
  if (!channel) return html`<span class="mention">#unknown</span>`;
  return html`<button type="button" class="mention" onClick=${() => change({ channelId: id })}><${Icon} name="hash" size=${13} />${channel.name}</button>`;
}
