import { help } from './help.ts';
import { links } from './links.ts';
import { stats } from './stats.ts';

/** The bot's commands about itself belong to the status feature; see docs/decisions/0073. */
export const commands = [help, stats, ...links];
