import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { classes, html } from '../html.ts';
import { refreshState } from '../state/control.ts';
import { useApp } from '../state/store.ts';
import { showSeconds } from '../state/time.ts';
import type { RequestRecord } from '../state/wire.ts';

const SHOWN = 200;
const REFRESH_MS = 2_000;

/** Shows the last calls of each world, newest first, and the unknown ones. */
export function RequestLog(): VNode {
  const worlds = useApp((state) => state.sim?.worlds);
  const unknown = useApp((state) => state.sim?.unknownCalls);
  const [chosen, choose] = useState('');
  // Calls send no events, so the list polls while it is visible.
  useEffect(() => {
    const timer = setInterval(() => void refreshState(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const lists = Object.entries(worlds ?? {}).flatMap(([name, world]): [string, readonly RequestRecord[]][] =>
    world && 'requests' in world && world.requests ? [[name, world.requests]] : [],
  );
  const [name, requests] = lists.find(([one]) => one === chosen) ?? lists[0] ?? ['', []];
  return html`
    ${
      unknown && unknown.length > 0
        ? html`<section class="card is-problem" aria-label="Unknown calls">
            <h3 class="eyebrow">Unknown calls <span>${unknown.length}</span></h3>
            <p class="muted">The simulator answered 501: no world knows these.</p>
            <ul class="unknown">${unknown.slice(-20).map((one) => html`<li><code>${one.world} ${one.method} ${one.path}</code></li>`)}</ul>
          </section>`
        : html`<p class="muted">Every call so far was known.</p>`
    }
    <div class="chips" role="group" aria-label="World">
      ${lists.map(
        ([
          one,
          list,
        ]) => html`<button type="button" class="platform" key=${one} aria-pressed=${one === name} onClick=${() => choose(one)}>
        <i class=${`glyph glyph-${one}`}></i>${one}<span class="mono">${list.length}</span></button>`,
      )}
    </div>
    ${requests.length === 0 && html`<p class="empty">No calls yet.</p>`}
    <ol class="log">${requests
      .slice(-SHOWN)
      .toReversed()
      .map(
        (request) => html`<li>
        <time class="mono">${showSeconds(new Date(request.at))}</time>
        <span class=${classes('status-code', request.status >= 500 && 'is-bad', request.status >= 400 && request.status < 500 && 'is-odd')}>${request.status}</span>
        <span class="call"><b>${request.method}</b> ${request.path}</span>
      </li>`,
      )}</ol>
  `;
}
