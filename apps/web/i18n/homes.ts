import type failures from '../messages/en-US/failures.json';
import type shell from '../messages/en-US/shell.json';
import type ui from '../messages/en-US/ui.json';

/** One file per home and language below `messages/`. A new home is a line here and one in `Messages`. */
export const homes = ['failures', 'shell', 'ui'] as const;
export type MessageHome = (typeof homes)[number];

export interface Messages {
  failures: typeof failures;
  shell: typeof shell;
  ui: typeof ui;
}
