import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { classes, html } from '../html.ts';
import { Icon } from '../icons.ts';
import { isNear } from '../state/look.ts';
import type { Attachment } from '../state/wire.ts';

/** Shows a picture from this machine, or a note with its source. */
export function Picture({
  src,
  alt = '',
  kind,
  width,
  height,
}: {
  src: string | undefined;
  alt?: string;
  kind: string;
  width?: number | null;
  height?: number | null;
}): VNode | null {
  const [isBroken, setBroken] = useState(false);
  if (!src) return null;
  if (src.startsWith('attachment://') || !isNear(src) || isBroken) {
    const host = URL.canParse(src) ? new URL(src).host : src;
    return html`<span class=${classes('picture-elsewhere', `is-${kind}`)} title=${src}>
      <${Icon} name="file" size=${16} /><span>${isBroken ? 'Picture did not load' : `Picture from ${host || 'elsewhere'}`}</span>
    </span>`;
  }
  return html`<img class=${`picture is-${kind}`} src=${src} alt=${alt} loading="lazy" width=${width ?? undefined} height=${height ?? undefined}
    onError=${() => setBroken(true)} />`;
}

/** Plays a local video inline, as Discord does. For a remote video, shows only the host name. */
export function Video({ src, poster }: { src: string; poster: string | undefined }): VNode {
  if (!isNear(src)) return html`<${Picture} src=${src} kind="image" />`;
  return html`<video class="picture is-image" src=${src} poster=${poster} controls preload="none"></video>`;
}

export function Attachments({ list }: { list: readonly Attachment[] }): VNode | null {
  if (list.length === 0) return null;
  return html`<div class="attachments">${list.map((file) =>
    file.content_type?.startsWith('image/')
      ? html`<${Picture} key=${file.id} src=${file.url} alt=${file.filename} kind="attachment" width=${file.width} height=${file.height} />`
      : html`<a key=${file.id} class="file" href=${file.url} target="_blank" rel="noopener noreferrer">
          <${Icon} name="file" /><span>${file.filename}</span><small>${showSize(file.size)}</small>
        </a>`,
  )}</div>`;
}

const showSize = (bytes: number): string =>
  bytes < 1_024
    ? `${bytes} B`
    : bytes < 1_048_576
      ? `${Math.round(bytes / 1_024)} KB`
      : `${(bytes / 1_048_576).toFixed(1)} MB`;
