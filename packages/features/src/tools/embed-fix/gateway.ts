import { on } from '@tally/discord/gateway';
import { answerLinks } from './service/reply.ts';
import { peekReplying } from './service/replying.ts';

export const gateway = [on('messagePosted', answerLinks, { servers: peekReplying, saying: () => 'kick.com' })];
