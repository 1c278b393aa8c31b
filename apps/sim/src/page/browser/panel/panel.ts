import type { VNode } from 'preact';
import { html } from '../html.ts';
import { change, type Tab, useApp } from '../state/store.ts';
import { Chats } from './chats.ts';
import { ClockAndFaults } from './clock.ts';
import { RequestLog } from './log.ts';
import { ServerControls } from './server.ts';
import { Worlds } from './worlds.ts';

const tabs: readonly { tab: Tab; label: string }[] = [
  { tab: 'worlds', label: 'Creators' },
  { tab: 'chats', label: 'Chats' },
  { tab: 'server', label: 'Server' },
  { tab: 'clock', label: 'Clock and faults' },
  { tab: 'log', label: 'Calls' },
];

export function Panel(): VNode {
  const current = useApp((state) => state.tab);
  const unknown = useApp((state) => state.sim?.unknownCalls.length ?? 0);
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? tabs.length - 1 : 0;
    const place = tabs.findIndex(({ tab }) => tab === current);
    const next = step === 0 ? undefined : tabs[(place + step) % tabs.length];
    if (!next) return;
    change({ tab: next.tab });
    document.querySelector<HTMLElement>(`#tab-${next.tab}`)?.focus();
  };
  return html`<aside class="panel" aria-label="Control panel">
    <div class="tabs" role="tablist" aria-label="Control panel" onKeyDown=${move}>
      ${tabs.map(
        ({
          tab,
          label,
        }) => html`<button type="button" role="tab" key=${tab} id=${`tab-${tab}`} aria-selected=${tab === current} aria-controls="tab-content"
          tabindex=${tab === current ? 0 : -1} onClick=${() => change({ tab })}>
          ${label}${tab === 'log' && unknown > 0 && html`<span class="count">${unknown}<span class="hidden"> unknown</span></span>`}
        </button>`,
      )}
    </div>
    <div class="panel-body" id="tab-content" role="tabpanel" aria-labelledby=${`tab-${current}`} tabindex="0"><${Content} tab=${current} /></div>
  </aside>`;
}

function Content({ tab }: { tab: Tab }): VNode {
  switch (tab) {
    case 'worlds':
      return html`<${Worlds} />`;
    case 'chats':
      return html`<${Chats} />`;
    case 'server':
      return html`<${ServerControls} />`;
    case 'clock':
      return html`<${ClockAndFaults} />`;
    case 'log':
      return html`<${RequestLog} />`;
  }
}
