import { z } from 'zod';
import { aboutPlatforms, PlatformToLink, platformNames, platformsToLink } from '../platforms/platform.ts';
import { user } from '../wire/access.ts';
import { isoDate, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { Code } from '../wire/fields.ts';

const onPlatform = z.object({ platform: PlatformToLink });
const withAddress = platformsToLink
  .filter((each) => aboutPlatforms[each].login === 'api-url')
  .map((each) => platformNames[each]);

/** How many minutes a started login and a chat code are valid. */
export const LINK_ATTEMPT_MINUTES = 10;
export const CHAT_CODE_MINUTES = 5;

/** A code that the creator types in their chat to prove that the account is theirs. */
export const ChatCode = z
  .object({
    code: z.string(),
    /** The full line for the chat, including the code. */
    command: z.string(),
    expiresAt: isoDate,
    /** The chats in which we read the code. They belong to creators whom the person's servers follow. */
    chats: z.array(z.object({ name: z.string(), url: z.string() })),
  })
  .meta({ id: 'ChatCode' });
export type ChatCode = z.infer<typeof ChatCode>;

export const connections = {
  startConnecting: endpoint({
    method: 'GET',
    path: '/@me/connect/{platform}',
    summary: "The address of a platform's login page.",
    access: user,
    params: onPlatform,
    /**
     * `creator` also lets us read their supporters, for roles. `chat` lets our bot answer in their chat. `clips` lets
     * others download their clips.
     */
    query: z.object({ depth: z.enum(['viewer', 'creator', 'chat', 'clips']).optional() }),
    reply: z.string(),
  }),
  connect: endpoint({
    method: 'POST',
    path: '/@me/connect/{platform}',
    summary: `Links an account: the code of the login page, or the API address for ${withAddress.join(', ')}.`,
    access: user,
    params: onPlatform,
    query: z.object({ state: Code.optional() }),
    body: z.object({ code: Code }),
    reply: sentence,
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/@me/connect/{platform}',
    summary: 'Unlinks an account and removes its roles.',
    access: user,
    params: onPlatform,
    reply: sentence,
  }),
  getChatCode: endpoint({
    method: 'POST',
    path: '/@me/connect/{platform}/code',
    summary: 'A code to type in chat, valid for five minutes, for people who do not want to log in at the platform.',
    access: user,
    params: z.object({ platform: z.literal('kick') }),
    reply: ChatCode,
  }),
} as const satisfies Home;
