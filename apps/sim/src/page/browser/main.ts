import { render } from 'preact';
import { App } from './app.ts';
import { html } from './html.ts';
import { listen } from './state/live.ts';
import { followAddress } from './state/route.ts';

const root = document.querySelector('#app');
if (root) {
  root.replaceChildren();
  render(html`<${App} />`, root);
}
followAddress();
listen();
