import { help } from './help.ts';
import { links } from './links.ts';
import { stats } from './stats.ts';

/** What the bot says of itself has its home beside the status page; see docs/decisions/0073. */
export const commands = [help, stats, ...links];
