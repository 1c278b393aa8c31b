import { z } from 'zod';
import { user } from './access.ts';
import { isoDate, sentence } from './codecs.ts';
import { endpoint, type Home } from './endpoint.ts';
import { Code } from './fields.ts';
import { PlatformToLink } from './platforms.ts';

const onPlatform = z.object({ platform: PlatformToLink });

/** How long a login that was begun, and a code for the chat, may be used. */
export const LINK_ATTEMPT_MINUTES = 10;
export const CHAT_CODE_MINUTES = 5;

/** A code that proves an account by being typed in the creator's chat. */
export const ChatCode = z
  .object({
    code: z.string(),
    /** What to write in the chat, the code included. */
    command: z.string(),
    expiresAt: isoDate,
    /** Where it is heard: chats of creators whom the person's servers follow. */
    chats: z.array(z.object({ name: z.string(), url: z.string() })),
  })
  .meta({ id: 'ChatCode' });
export type ChatCode = z.infer<typeof ChatCode>;

export const connections = {
  startConnecting: endpoint({
    method: 'GET',
    path: '/@me/connect/{platform}',
    summary: 'The address of the login page of a platform.',
    access: user,
    params: onPlatform,
    /** A creator also lets us read who supports them, for roles that follow it; `chat`: our bot answer in their chat; `clips`: others
     * download their clips. */
    query: z.object({ depth: z.enum(['viewer', 'creator', 'chat', 'clips']).optional() }),
    reply: z.string(),
  }),
  connect: endpoint({
    method: 'POST',
    path: '/@me/connect/{platform}',
    summary: 'Links an account: the code of the login page, or the API address for Rumble.',
    access: user,
    params: onPlatform,
    query: z.object({ state: Code.optional() }),
    body: z.object({ code: Code }),
    reply: sentence,
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/@me/connect/{platform}',
    summary: 'Unlinks an account; roles that came with it are taken away again.',
    access: user,
    params: onPlatform,
    reply: sentence,
  }),
  getChatCode: endpoint({
    method: 'POST',
    path: '/@me/connect/{platform}/code',
    summary: 'A code to type in chat, good for five minutes, for people who do not want to log in there.',
    access: user,
    params: z.object({ platform: z.literal('kick') }),
    reply: ChatCode,
  }),
} as const satisfies Home;
