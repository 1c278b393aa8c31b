import type { VNode } from 'preact';
import { classes, html } from '../html.ts';
import { useApp } from '../state/store.ts';

/** The way of the last go-live from the platform into the chat, with the times that really passed. */
export function SignalPathView(): VNode {
  const path = useApp((state) => state.path);
  const nodes = path?.nodes ?? [
    { label: 'On air', at: null },
    { label: 'Pushed', at: null },
    { label: 'Posted', at: null },
  ];
  const start = nodes[0]?.at ?? null;
  return html`<figure class=${classes('signal', !path && 'is-idle')}>
    <figcaption>${path ? html`<strong>${path.name}</strong> ${path.what}` : 'Let somebody go live and watch it arrive.'}</figcaption>
    <ol>${nodes.map(
      (
        node,
        index,
      ) => html`<li key=${node.label} class=${classes(node.at !== null && 'is-reached', node.isBroken && 'is-broken')}>
        <span class="signal-label">${node.label}</span>
        <span class="mono">${!path ? '' : node.at === null || start === null ? 'waiting' : node.isBroken ? 'failed' : index === 0 ? '0.00 s' : `+${((node.at - start) / 1_000).toFixed(2)} s`}</span>
      </li>`,
    )}</ol>
  </figure>`;
}
