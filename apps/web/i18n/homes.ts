import type shell from '../messages/en-US/shell.json';
import type ui from '../messages/en-US/ui.json';

/** One file per home and language below `messages/`. A new home is a line here and one in `Messages`. */
export const homes = ['shell', 'ui'] as const;
export type MessageHome = (typeof homes)[number];

export interface Messages {
  shell: typeof shell;
  ui: typeof ui;
}
