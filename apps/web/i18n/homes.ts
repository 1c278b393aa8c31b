import type crash from '../messages/en-US/crash.json';
import type failures from '../messages/en-US/failures.json';
import type landing from '../messages/en-US/landing.json';
import type servers from '../messages/en-US/servers.json';
import type shell from '../messages/en-US/shell.json';
import type ui from '../messages/en-US/ui.json';

/** One file per home and language below `messages/`. A new home is a line here and one in `Messages`. */
export const homes = ['crash', 'failures', 'landing', 'servers', 'shell', 'ui'] as const;
export type MessageHome = (typeof homes)[number];

export interface Messages {
  crash: typeof crash;
  failures: typeof failures;
  landing: typeof landing;
  servers: typeof servers;
  shell: typeof shell;
  ui: typeof ui;
}
