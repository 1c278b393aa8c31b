import type { VNode } from 'preact';
import { ChannelList } from './channels.ts';
import { Chat } from './chat/chat.ts';
import { Header } from './header.ts';
import { classes, html } from './html.ts';
import { Icon, type IconName } from './icons.ts';
import { Members } from './members.ts';
import { ModalDialog } from './modal.ts';
import { Panel } from './panel/panel.ts';
import { Rail } from './rail.ts';
import { change, hideToast, type Pane, useApp } from './state/store.ts';

export function App(): VNode {
  const pane = useApp((state) => state.pane);
  const isReady = useApp((state) => state.sim !== null);
  return html`<div class=${classes('app', `shows-${pane}`)}>
    <${Header} />
    ${
      isReady
        ? html`<${Rail} /><${ChannelList} /><${Chat} /><${Members} /><${Panel} />`
        : html`<p class="boot" role="status">Waiting for the simulator.</p>`
    }
    <${PaneBar} />
    <${ModalDialog} />
    <${Toasts} />
  </div>`;
}

const panes: readonly { pane: Pane; label: string; icon: IconName }[] = [
  { pane: 'channels', label: 'Channels', icon: 'hash' },
  { pane: 'chat', label: 'Chat', icon: 'chat' },
  { pane: 'members', label: 'Members', icon: 'people' },
  { pane: 'panel', label: 'Control', icon: 'sliders' },
];

function PaneBar(): VNode {
  const current = useApp((state) => state.pane);
  return html`<nav class="pane-bar" aria-label="Parts of the page">
    ${panes.map(
      ({
        pane,
        label,
        icon,
      }) => html`<button type="button" key=${pane} aria-current=${pane === current ? 'page' : null} onClick=${() => change({ pane })}>
        <${Icon} name=${icon} size=${20} />${label}
      </button>`,
    )}
  </nav>`;
}

function Toasts(): VNode {
  const toasts = useApp((state) => state.toasts);
  return html`<div class="toasts" role="status" aria-live="polite">
    ${toasts.map(
      (toast) => html`<div key=${toast.id} class=${classes('toast', toast.isProblem && 'is-problem')}>
        <span>${toast.text}</span>
        <button type="button" class="icon-button" aria-label="Close" onClick=${() => hideToast(toast.id)}><${Icon} name="close" size=${16} /></button>
      </div>`,
    )}
  </div>`;
}
