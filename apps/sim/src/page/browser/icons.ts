import type { VNode } from 'preact';
import { html } from './html.ts';

/** Icons drawn for this page on a 24-pixel grid, stroke 1.75. */
const paths = {
  hash: 'M9 4 7 20M17 4l-2 16M4 9h16M3.5 15h16',
  horn: 'M4 10v4h3l8 5V5l-8 5H4Zm14.5-1.5a5 5 0 0 1 0 7',
  voice: 'M5 9.5v5h3.5L13 19V5L8.5 9.5H5Zm11.5-1a5 5 0 0 1 0 7',
  thread: 'M5 5v9a4 4 0 0 0 4 4h10M15 14l4 4-4 4M5 9h9',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 8.5c.4-3.4 2.8-5.5 6-5.5s5.6 2.1 6 5.5M16 4.5a3.5 3.5 0 0 1 0 6.5m2 3.5c1.8.8 2.8 2.5 3 5',
  sliders:
    'M4 7h9m5 0h2M4 17h3m5 0h8M15.5 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Zm-6 10a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
  chat: 'M4 5h16v11H10l-5 4v-4H4V5Z',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  plus: 'M12 5v14M5 12h14',
  reply: 'M9 7 4 12l5 5m-5-5h10a6 6 0 0 1 6 6v1',
  smile:
    'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM8.500 14.500a4.500 4.500 0 0 0 7 0M9 9.500h.01M15 9.500h.01',
  trash: 'M5 7h14M10 7V4.500h4V7m-7.500 0 .8 12.500h9.400L17.500 7M10 11v5m4-5v5',
  pencil: 'm5 19 .8-4L16 4.800l3.200 3.200L9 18.200 5 19Z',
  close: 'm6 6 12 12M18 6 6 18',
  out: 'M10 6H6v12h12v-4M13 5h6v6m0-6-8 8',
  down: 'm7 10 5 5 5-5',
  send: 'M4 12 20 4l-5 16-3.500-6.500L4 12Z',
  crown: 'M4 8l4 4 4-6 4 6 4-4-1.500 10h-13L4 8Z',
  file: 'M7 3.500h7l4 4V20.500H7v-17Zm7 0v4h4',
  bolt: 'M13 3 6 13.500h5L10.500 21 18 10.500h-5L13 3Z',
  clock: 'M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17ZM12 7.500V12l3 2',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.500 8.500c.5-4 3.500-6 7.500-6s7 2 7.500 6',
  pin: 'M9 4h6l-1 6 3.500 4h-11L10 10 9 4Zm3 10v6.500',
  slash: 'M15 4 9 20',
  eye: 'M3 12c2-4 5-6 9-6s7 2 9 6c-2 4-5 6-9 6s-7-2-9-6Zm9 2.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }): VNode => html`
  <svg class="icon" width=${size} height=${size} viewBox="0 0 24 24" aria-hidden="true"><path d=${paths[name]} /></svg>
`;
