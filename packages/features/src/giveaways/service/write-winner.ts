import { UserId } from '@tally/contract';
import { type Ctx, declareJob, say, withLocale } from '@tally/kernel';
import { z } from 'zod';
import { localeOfUser, notify, writeLetter } from '../../account/index.ts';
import { listLooks } from '../../servers/index.ts';
import { readTerms } from '../match/terms.ts';
import { findGiveaway } from '../store/giveaways.ts';

const Letter = z.object({ giveawayId: z.string(), number: z.int(), userId: UserId, letterId: z.string() });
type Letter = z.output<typeof Letter>;

export const dmJob = declareJob({ name: 'giveaways/write-winner', data: Letter, concurrency: 2 });

/** Tells somebody that they won: in the bell, and in a message of their own where they take one. */
export async function writeWinner(ctx: Ctx, { giveawayId, userId, letterId }: Letter): Promise<void> {
  const row = await findGiveaway(ctx.db, giveawayId);
  if (!row) return;
  const locale = await localeOfUser(ctx, userId);
  const server = (await listLooks(ctx, [row.serverId])).get(row.serverId)?.name ?? '';
  const { name: prize } = readTerms(row);
  const until = row.claimUntil ? `<t:${Math.floor(row.claimUntil.getTime() / 1000)}:f>` : 'none';
  const path = `/dashboard/user/${userId}/giveaways`;
  await writeLetter(ctx, userId, {
    content: say(locale, 'giveaways.letter', { prize, server, until, url: `${ctx.config.webUrl}${path}` }),
    nonce: `g${letterId.replaceAll('-', '').slice(0, 24)}`,
  });
  await notify(withLocale(ctx, locale), userId, {
    severity: 'info',
    title: say(locale, 'giveaways.bellTitle', { prize }),
    message: say(locale, 'giveaways.bell', { server }),
    actionUrl: path,
  });
}
