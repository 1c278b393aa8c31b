/** Chats of a platform as the page of the simulated world shows them. */
import { z } from 'zod';
import type { Chat } from '../actions.ts';
import type { Control } from '../world.ts';

const MOST_LINES = 100;
const Asked = z.strictObject({ who: z.string() });

/** Reading changes nothing, so watchers receive no event. */
export const readControl = (read: (who: string) => Chat): Record<'chat-lines', Control> => ({
  'chat-lines': (body) => {
    const { who } = Asked.parse(body);
    const chat = read(who);
    return { ...chat, lines: chat.lines.slice(-MOST_LINES) };
  },
});
