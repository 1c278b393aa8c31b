import type { UserId } from '@tally/contract';
import { nameCommands, readCommandIds } from '@tally/discord/interactions';
import { type Ctx, say, withLocale } from '@tally/kernel';
import { localeOfUser, notify, writeLetter } from '../../account/index.ts';
import { findLastVote, wantsReminder } from '../store.ts';

/**
 * Reminds a person who asked for it that they can vote again. The reminder goes to the bell, and by direct message if
 * they accept those. A person who has voted since, or changed their mind, gets none.
 */
export async function remindVoter(ctx: Ctx, userId: UserId): Promise<void> {
  const [last, isWanted] = await Promise.all([findLastVote(ctx.db, userId), wantsReminder(ctx.db, userId)]);
  if (!isWanted || !last || last.validUntil > ctx.clock.now()) return;
  const locale = await localeOfUser(ctx, userId);
  const words = { name: ctx.config.SITE_NAME };
  const url = `${ctx.config.webUrl}/vote`;
  const text = say(locale, 'votes.reminderMessage', { ...words, url });
  await writeLetter(ctx, userId, {
    message: { content: nameCommands(text, 2_000, { locale, ids: await readCommandIds(ctx), isPath: () => true }) },
    // All runs of this job for one person and round share the nonce, so Discord posts only one message.
    nonce: `v${last.validUntil.getTime().toString(36)}${userId.slice(-12)}`,
  });
  await notify(withLocale(ctx, locale), userId, {
    severity: 'info',
    title: say(locale, 'votes.reminderTitle'),
    message: say(locale, 'votes.reminder', words),
    actionUrl: '/vote',
  });
}
