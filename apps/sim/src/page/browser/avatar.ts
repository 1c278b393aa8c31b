import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { classes, html } from './html.ts';
import { avatarOf, isNear, nameOfUser } from './state/look.ts';
import type { User } from './state/wire.ts';

/** A person's picture. The name is next to it, so screen readers skip the picture. */
export function Avatar({ user, size, src }: { user: User; size: number; src?: string }): VNode {
  const address = src ?? avatarOf(user);
  const [broken, setBroken] = useState('');
  if (broken === address || !isNear(address)) return html`<${Initials} name=${nameOfUser(user)} size=${size} />`;
  return html`<img class="avatar" src=${address} alt="" width=${size} height=${size} loading="lazy" onError=${() => setBroken(address)} />`;
}

export function Initials({ name, size, isSquare = false }: { name: string; size: number; isSquare?: boolean }): VNode {
  const words = name
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .split(/[\s_-]+/)
    .filter(Boolean);
  const letters = words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 63))
    .join('')
    .toUpperCase();
  return html`<span class=${classes('initials', isSquare && 'is-square')} aria-hidden="true"
    style=${{ width: `${size}px`, height: `${size}px`, fontSize: `${Math.round(size * 0.38)}px` }}>${letters || '?'}</span>`;
}
