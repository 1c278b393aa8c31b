import type { UserId } from '@tally/contract';
import { type Ctx, seconds, type ToWrite, UpstreamError, type Written } from '@tally/kernel';
import type { z } from 'zod';
import { withAccessToken } from '../../../connections/index.ts';
import { type ChatKey, claimAnswer, saveTrouble } from '../../store/chats.ts';
import { countAnswers } from '../meters.ts';
import type { writeAnswer } from './run-line.ts';

/** By this time the chat has moved on, so a later answer would be out of context. */
const OLDEST_MS = seconds(60);
/**
 * Keeps viewers from making us flood a chat. Twitch allows 20 messages in 30 seconds
 * (https://dev.twitch.tv/docs/chat/#rate-limits).
 */
const MOST_ANSWERS = 15;
const WITHIN_MS = seconds(30);

/** Sends an answer to the chat, unless it is late or one too many. The page shows the outcome anyway. */
export async function answerInChat(ctx: Ctx, answer: z.output<(typeof writeAnswer)['data']>): Promise<void> {
  const { platform, channelId, replyTo, text } = answer;
  const key: ChatKey = { ownerId: answer.ownerId as UserId, platform };
  const now = ctx.clock.now();
  if (now.getTime() - Date.parse(answer.since) > OLDEST_MS) return countAnswers(ctx, platform, 'late');
  const since = new Date(now.getTime() - WITHIN_MS);
  if (!(await claimAnswer(ctx.db, key, { now, since, most: MOST_ANSWERS })))
    return countAnswers(ctx, platform, 'tooMany');
  try {
    let written = await write(ctx, key, { channelId, text, replyTo });
    // The message that we reply to may have been deleted.
    if (written.state === 'dropped') written = await write(ctx, key, { channelId, text, replyTo: null });
    await saveTrouble(ctx.db, key, written.state === 'denied' ? 'denied' : null);
    if (written.state !== 'written') ctx.log.info({ ...key, written }, 'An answer was not written in a chat');
    countAnswers(ctx, platform, written.state);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    await saveTrouble(ctx.db, key, 'down');
    countAnswers(ctx, platform, 'failed');
    // If the platform did not respond, the answer may have been sent, so a retry could send it twice.
    if (error.status !== undefined) throw error;
  }
}

/** Sends a message as our bot on Twitch, and with the owner's permission on Kick. */
async function write(ctx: Ctx, { ownerId, platform }: ChatKey, about: Omit<ToWrite, 'accessToken'>): Promise<Written> {
  const chat = ctx.platforms.with('chatWriting').get(platform);
  if (!chat) return { state: 'denied' };
  if (chat.botId !== null) return await chat.writeInChat({ ...about, accessToken: null });
  const wanted = ctx.platforms.with('login').get(platform)?.chatScopes ?? [];
  try {
    const written = await withAccessToken(ctx, { userId: ownerId, platform }, async ({ accessToken, scopes }) =>
      wanted.every((scope) => scopes.includes(scope)) ? await chat.writeInChat({ ...about, accessToken }) : null,
    );
    return written ?? { state: 'denied' };
  } catch (error) {
    // The platform also refuses the renewed token.
    if (error instanceof UpstreamError && error.status === 401) return { state: 'denied' };
    throw error;
  }
}
