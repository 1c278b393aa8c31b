import type { UserId } from '@tally/contract';
import { type Ctx, declareJob, hours, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { claimLine } from '../../store/chats.ts';
import { findRoom } from '../../store/rooms.ts';
import { settingsOf } from '../room/settings.ts';
import { chatWordOf, runChatCommand } from './chat-command.ts';
import type { runLine } from './hear-line.ts';

const AGE_KEPT_MS = hours(24);

export const writeAnswer = declareJob({
  name: 'media-sharing/write-answer',
  data: z.object({
    ownerId: z.string(),
    platform: z.enum(['kick', 'twitch']),
    channelId: z.string(),
    replyTo: z.string(),
    text: z.string(),
    since: z.iso.datetime(),
  }),
  retryLimit: 3,
  retryDelaySeconds: 2,
  concurrency: 8,
});

type Line = z.output<(typeof runLine)['data']>;

/** Runs a stored chat command and queues the answer. */
export async function doLine(ctx: Ctx, line: Line): Promise<void> {
  const { platform, channelId, messageId, command, argument } = line;
  const now = ctx.clock.now();
  const isFirst = await claimLine(ctx.db, { platform, messageId }, now);
  // An earlier attempt may have run the command. Only a skip is unsafe to repeat: it would skip another video.
  if (!isFirst && chatWordOf(command) === 'skip') return;
  const owner = line.ownerId as UserId;
  const accountCreatedAt = await findAge(ctx, owner, line);
  const sender = { ...line.sender, accountCreatedAt };
  const text = await runChatCommand(ctx, { owner, origin: platform, sender, command, argument });
  if (text === null || text === '') return;
  const answer = { ownerId: owner, platform, channelId, replyTo: messageId, text, since: now.toISOString() };
  await ctx.queue.send(writeAnswer, answer, { singletonKey: `${platform} ${messageId}` });
}

/** Loads the account's age if the room requires one. Null if it is unknown, as on Kick. */
async function findAge(ctx: Ctx, ownerId: UserId, { platform, command, sender }: Line): Promise<Date | null> {
  const people = ctx.platforms.with('people').get(platform);
  if (!people || chatWordOf(command) !== 'request') return null;
  if (settingsOf(await findRoom(ctx.db, ownerId)).leastAccountDays === 0) return null;
  try {
    return await ctx.cache.get(`media-sharing/age/${platform}/${sender.id}`, AGE_KEPT_MS, () =>
      people.findAccountAge(sender.id),
    );
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.info({ err: error, platform }, 'The age of an account could not be read');
    return null;
  }
}
