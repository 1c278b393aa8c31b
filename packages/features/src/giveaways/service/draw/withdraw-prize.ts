import { UserId } from '@tally/contract';
import { type Ctx, declareJob, type Random, say, withLocale } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { z } from 'zod';
import { localeOfUser, notify, writeLetter } from '../../../account/index.ts';
import { listSummaries } from '../../../servers/index.ts';
import { readTerms } from '../../match/terms.ts';
import { findGiveaway } from '../../store/giveaways.ts';
import type { DrawnRow } from '../../tables.ts';
import { pageOf } from './write-winner.ts';

const Withdrawn = z.object({ giveawayId: z.string(), userId: UserId, letterId: z.string() });

export const withdrawnJob = declareJob({ name: 'giveaways/withdraw-prize', data: Withdrawn, concurrency: 2 });

/** Selects replaced winners who have claimed, because others had no prize to lose. */
export const withdrawnFrom = (random: Random, replaced: readonly DrawnRow[]): z.output<typeof Withdrawn>[] =>
  replaced.flatMap(({ giveawayId, userId, claimedAt }) =>
    userId && claimedAt ? [{ giveawayId, userId, letterId: random.uuid() }] : [],
  );

/** Notifies a replaced winner in the bell and by direct message. */
export async function notifyWithdrawn(
  ctx: Ctx,
  { giveawayId, userId, letterId }: z.output<typeof Withdrawn>,
): Promise<void> {
  const row = await findGiveaway(ctx.db, giveawayId);
  if (!row) return;
  const reader = await localeOfUser(ctx, userId);
  const server = (await listSummaries(ctx, [row.serverId])).get(row.serverId)?.name ?? '';
  const prize = readTerms(row).name;
  const content = say(reader, 'giveaways.withdrawnLetter', {
    prize: escapeMarkdown(prize),
    server: escapeMarkdown(server),
  });
  await writeLetter(ctx, userId, { message: { content }, nonce: `g${letterId.replaceAll('-', '').slice(0, 24)}` });
  await notify(withLocale(ctx, reader), userId, {
    severity: 'info',
    title: say(reader, 'giveaways.withdrawnTitle', { prize }),
    message: say(reader, 'giveaways.withdrawn', { server }),
    actionUrl: pageOf(userId),
  });
}
