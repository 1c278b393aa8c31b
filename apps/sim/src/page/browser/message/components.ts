/** Buttons, selects and Components V2: https://docs.discord.com/developers/components/reference */
import type { VNode } from 'preact';
import { classes, html } from '../html.ts';
import { Icon } from '../icons.ts';
import { interact } from '../state/control.ts';
import { hexColour } from '../state/look.ts';
import { getState, say, useApp } from '../state/store.ts';
import type { Component, Emoji, Message } from '../state/wire.ts';
import { Markdown } from './markdown.ts';
import { Picture } from './media.ts';
import { Select } from './select.ts';

export const Components = ({ message, list }: { message: Message; list: readonly Component[] }): VNode | null =>
  list.length === 0 ? null : html`<div class="components">${list.map((component) => draw(message, component))}</div>`;

function draw(message: Message, component: Component): VNode | null {
  const children = (): (VNode | null)[] => (component.components ?? []).map((child) => draw(message, child));
  switch (component.type) {
    case 1:
      return html`<div class="action-row">${children()}</div>`;
    case 2:
      return html`<${Button} message=${message} component=${component} />`;
    case 3:
    case 5:
    case 6:
    case 7:
    case 8:
      return html`<${Select} message=${message} component=${component} />`;
    case 9:
      return html`<div class="section">
        <div>${children()}</div>
        ${component.accessory && draw(message, component.accessory)}
      </div>`;
    case 10:
      return html`<${Markdown} text=${component.content ?? ''} />`;
    case 11:
      return html`<${Picture} src=${component.media?.proxy_url ?? component.media?.url} alt=${component.description ?? ''} kind="thumbnail" />`;
    case 12:
      return html`<div class=${classes('gallery', (component.items?.length ?? 0) > 1 && 'is-many')}>${(
        component.items ?? []
      ).map(
        (item) =>
          html`<${Picture} src=${item.media.proxy_url ?? item.media.url} alt=${item.description ?? ''} kind="image" />`,
      )}</div>`;
    case 13:
      return html`<p class="file"><${Icon} name="file" /><span>${component.name ?? component.file?.url}</span></p>`;
    case 14:
      return html`<hr class=${classes('separator', component.divider === false && 'is-plain', component.spacing === 2 && 'is-wide')} />`;
    case 17:
      return html`<div class="container" ...${component.accent_color ? { style: { '--stripe': hexColour(component.accent_color) } } : {}}>${children()}</div>`;
    default:
      return html`<p class="unknown-component">A component of type ${component.type}, which this page does not draw.</p>`;
  }
}

const looks = ['', 'is-primary', 'is-secondary', 'is-success', 'is-danger'];

function Button({ message, component }: { message: Message; component: Component }): VNode {
  const key = `${message.id}:${component.custom_id}`;
  const isWaiting = useApp((state) => state.waiting.has(key));
  const content = html`<${ComponentEmoji} emoji=${component.emoji} />${component.label}`;
  if (component.style === 5) {
    return html`<a class="component-button is-link" href=${/^https?:/i.test(component.url ?? '') ? component.url : null} target="_blank" rel="noopener noreferrer">
      ${content}<${Icon} name="out" size=${15} />
    </a>`;
  }
  return html`<button type="button" class=${classes('component-button', looks[component.style ?? 2], isWaiting && 'is-waiting')}
    disabled=${component.disabled ?? false} aria-busy=${isWaiting} onClick=${() => press(message, component, key)}>
    ${content}${isWaiting && html`<i class="dots" aria-hidden="true"></i>`}
  </button>`;
}

function press(message: Message, component: Component, key: string): void {
  const { userId } = getState();
  if (!userId) return say('Choose first whom you act as.', true);
  void interact(
    'press',
    { channel_id: message.channel_id, message_id: message.id, user_id: userId, custom_id: component.custom_id },
    key,
  );
}

export function ComponentEmoji({ emoji }: { emoji: Emoji | undefined }): VNode | null {
  if (!emoji?.name && !emoji?.id) return null;
  if (emoji.id)
    return html`<img class="emoji" src=${`/discord/cdn/emojis/${emoji.id}.png`} alt=${`:${emoji.name ?? ''}:`} />`;
  return html`<span class="emoji">${emoji.name}</span>`;
}
