import { MessageId } from '@tally/contract';
import { type Answer, defineCommand, type MenuCall, privately } from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { closeGiveaway } from '../service/close.ts';
import { proofUrlOf } from '../service/compose.ts';
import { reroll } from '../service/redraw.ts';
import { findByMessage } from '../store/giveaways.ts';
import type { GiveawayRow } from '../tables.ts';
import { byManagers } from './who-may.ts';

async function rowOf(ctx: Ctx, { serverId, targetId }: MenuCall): Promise<GiveawayRow> {
  const id = MessageId.safeParse(targetId);
  const row = serverId && id.success ? await findByMessage(ctx.db, serverId, id.data) : null;
  if (!row) throw new AppError('giveawayNotFound');
  return row;
}

async function end(ctx: Ctx, call: MenuCall): Promise<Answer> {
  await closeGiveaway(ctx, (await rowOf(ctx, call)).id, { byId: call.userId });
  return privately(say(ctx.locale, 'giveaways.ending'));
}

async function again(ctx: Ctx, call: MenuCall): Promise<Answer> {
  await reroll(ctx, (await rowOf(ctx, call)).id, { byId: call.userId });
  return privately(say(ctx.locale, 'giveaways.rerolling'));
}

async function entries(ctx: Ctx, call: MenuCall): Promise<Answer> {
  const row = await rowOf(ctx, call);
  const counts = say(ctx.locale, 'giveaways.tookPart', { people: row.people, tickets: row.tickets });
  return privately(`${counts}\n${say(ctx.locale, 'giveaways.fairAt', { url: proofUrlOf(ctx, row) })}`);
}

export const menus = [
  defineCommand({ kind: 'messageMenu', name: 'giveaways.menuEnd', isPrivate: true, run: byManagers(end) }),
  defineCommand({ kind: 'messageMenu', name: 'giveaways.menuReroll', isPrivate: true, run: byManagers(again) }),
  defineCommand({ kind: 'messageMenu', name: 'giveaways.menuEntries', isPrivate: true, run: byManagers(entries) }),
];
