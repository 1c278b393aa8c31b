import type { VNode } from 'preact';
import { html } from '../html.ts';
import { hexColour } from '../state/look.ts';
import { simNow } from '../state/store.ts';
import { showWhen } from '../state/time.ts';
import type { Embed } from '../state/wire.ts';
import { InlineMarkdown, Link, Markdown } from './markdown.ts';
import { Picture, Video } from './media.ts';

export function EmbedCard({ embed }: { embed: Embed }): VNode {
  const { author, footer, fields = [] } = embed;
  const stripe = embed.color === undefined ? {} : { style: { '--stripe': hexColour(embed.color) } };
  return html`<article class="embed" ...${stripe}>
    <div class="embed-main">
      ${embed.provider?.name && html`<p class="embed-provider">${embed.provider.name}</p>`}
      ${
        author &&
        html`<p class="embed-author">
        ${author.icon_url && html`<${Picture} src=${author.icon_url} kind="icon" />`}
        ${author.url ? html`<${Link} href=${author.url}>${author.name}<//>` : author.name}
      </p>`
      }
      ${
        embed.title &&
        html`<p class="embed-title">
        ${embed.url ? html`<${Link} href=${embed.url}><${InlineMarkdown} text=${embed.title} /><//>` : html`<${InlineMarkdown} text=${embed.title} />`}
      </p>`
      }
      ${embed.description && html`<${Markdown} text=${embed.description} />`}
      ${
        fields.length > 0 &&
        html`<dl class="embed-fields">${fields.map(
          (field) => html`<div class=${field.inline ? 'is-inline' : null}>
          <dt><${InlineMarkdown} text=${field.name} /></dt>
          <dd><${Markdown} text=${field.value} /></dd>
        </div>`,
        )}</dl>`
      }
    </div>
    ${embed.video?.url && html`<div class="embed-image"><${Video} src=${embed.video.url} poster=${embed.thumbnail?.url} /></div>`}
    ${!embed.video && embed.thumbnail && html`<div class="embed-thumb"><${Picture} src=${embed.thumbnail.proxy_url ?? embed.thumbnail.url} kind="thumbnail" /></div>`}
    ${embed.image && html`<div class="embed-image"><${Picture} src=${embed.image.proxy_url ?? embed.image.url} kind="image" /></div>`}
    ${
      (footer || embed.timestamp) &&
      html`<p class="embed-footer">
      ${footer?.icon_url && html`<${Picture} src=${footer.icon_url} kind="icon" />`}
      <span>${footer?.text}${footer && embed.timestamp ? ' · ' : ''}${embed.timestamp && showStamp(embed.timestamp)}</span>
    </p>`
    }
  </article>`;
}

const showStamp = (stamp: string): string => showWhen(new Date(stamp), simNow());
