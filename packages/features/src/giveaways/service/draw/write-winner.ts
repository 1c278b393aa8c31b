import { UserId } from '@tally/contract';
import { type Ctx, declareJob, say, withLocale } from '@tally/kernel';
import { z } from 'zod';
import { localeOfUser, notify, writeLetter } from '../../../account/index.ts';
import { readTerms } from '../../match/terms.ts';
import { renderLetter } from '../../render/index.ts';
import { listEntriesOf } from '../../store/entries.ts';
import { findGiveaway } from '../../store/giveaways.ts';
import { loadTemplates, sceneOf } from '../post/scene.ts';

const Letter = z.object({ giveawayId: z.string(), number: z.int(), userId: UserId, letterId: z.string() });
type Letter = z.output<typeof Letter>;

export const dmJob = declareJob({ name: 'giveaways/write-winner', data: Letter, concurrency: 2 });

export const pageOf = (userId: UserId): string => `/dashboard/user/${userId}/giveaways`;

/**
 * Notifies a winner in the bell, and by direct message if they accept those. The message is in the winner's language,
 * unless the server wrote it.
 */
export async function writeWinner(ctx: Ctx, { giveawayId, userId, letterId }: Letter): Promise<void> {
  const row = await findGiveaway(ctx.db, giveawayId);
  if (!row) return;
  const reader = await localeOfUser(ctx, userId);
  const [templates, [entry]] = await Promise.all([
    loadTemplates(ctx, [row.serverId], { reader }),
    listEntriesOf(ctx.db, giveawayId, [userId]),
  ]);
  const scene = await sceneOf(ctx, row, { templates, choice: letterId });
  const locale = templates.localeOf(row.serverId, 'giveawayDM');
  const to = { userId, username: entry?.username ?? '', pageUrl: `${ctx.config.webUrl}${pageOf(userId)}` };
  const { allowed_mentions: _, ...message } = renderLetter({ ...scene, looks: { ...scene.looks, locale } }, to);
  await writeLetter(ctx, userId, { message, nonce: `g${letterId.replaceAll('-', '').slice(0, 24)}` });
  await notify(withLocale(ctx, reader), userId, {
    severity: 'info',
    title: say(reader, 'giveaways.bellTitle', { prize: readTerms(row).name }),
    message: say(reader, 'giveaways.bell', { server: scene.looks.name }),
    actionUrl: pageOf(userId),
  });
}
