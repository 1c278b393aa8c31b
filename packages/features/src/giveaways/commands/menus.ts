import { MessageId, UserId } from '@tally/contract';
import {
  type Answer,
  type ComponentCall,
  customId,
  defineCommand,
  type MenuCall,
  message,
  privately,
  update,
} from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { type ButtonPayload, noMentions } from '@tally/message/discord';
import { escapeMarkdown } from '@tally/message/template';
import { standingOf } from '../match/standing.ts';
import { reroll } from '../service/draw/redraw.ts';
import { closeGiveaway } from '../service/life/close.ts';
import { proofUrlOf } from '../service/post/scene.ts';
import { listDrawn } from '../store/draws.ts';
import { findByMessage, findGiveaway } from '../store/giveaways.ts';
import type { GiveawayRow } from '../tables.ts';
import { byManagers } from './who-may.ts';

async function rowOf(ctx: Ctx, { serverId, targetId }: MenuCall): Promise<GiveawayRow> {
  const id = MessageId.safeParse(targetId);
  const row = serverId && id.success ? await findByMessage(ctx.db, serverId, id.data) : null;
  if (!row) throw new AppError('giveawayNotFound', {}, [say(ctx.locale, 'giveaways.notAGiveaway')]);
  return row;
}

async function end(ctx: Ctx, call: MenuCall): Promise<Answer> {
  await closeGiveaway(ctx, (await rowOf(ctx, call)).id, { byId: call.userId });
  return privately(say(ctx.locale, 'giveaways.ending'));
}

const REPLACE = 'gw-replace';
/** Discord allows five rows of five buttons, and one button replaces all winners. */
const MOST_NAMED = 24;

/** Draws again. If there are several winners, asks which one to replace. */
async function again(ctx: Ctx, call: MenuCall): Promise<Answer> {
  const row = await rowOf(ctx, call);
  const winners = standingOf(await listDrawn(ctx.db, [row.id]));
  const haveClaimed = winners.some(({ claimedAt }) => claimedAt !== null);
  if (winners.length < 2 && !haveClaimed) {
    await reroll(ctx, row.id, { byId: call.userId });
    return privately(say(ctx.locale, 'giveaways.rerolling'));
  }
  const named = winners.flatMap(({ userId, username }) => (userId ? [button(row, userId, username ?? userId)] : []));
  const toAll = haveClaimed ? 'giveaways.buttonReplaceUnclaimed' : 'giveaways.buttonReplaceAll';
  const all = button(row, 'all', say(ctx.locale, toAll));
  const canReplaceAll = winners.some(({ claimedAt }) => claimedAt === null);
  const buttons = [...named.slice(0, MOST_NAMED), ...(canReplaceAll ? [all] : [])];
  const components = [0, 5, 10, 15, 20]
    .map((from) => buttons.slice(from, from + 5))
    .filter((part) => part.length > 0)
    .map((part) => ({ type: 1 as const, components: part }));
  const content = say(ctx.locale, 'giveaways.replaceWhom');
  return message({ content, components, allowed_mentions: noMentions });
}

const SURE = 'sure';

const button = ({ id }: GiveawayRow, whom: string, label: string, ...sure: readonly string[]): ButtonPayload => ({
  type: 2,
  style: whom === 'all' || sure.length > 0 ? 4 : 2,
  custom_id: customId(REPLACE, id, whom, ...sure),
  label: label.slice(0, 80),
});

async function replace(ctx: Ctx, call: ComponentCall): Promise<Answer> {
  const [id = '', whom = '', sure] = call.args;
  const row = await findGiveaway(ctx.db, id);
  if (!row || row.serverId !== call.serverId) throw new AppError('giveawayNotFound');
  const userId = UserId.safeParse(whom);
  const winner = standingOf(await listDrawn(ctx.db, [row.id])).find((each) => each.userId === userId.data);
  // Withdrawing a claimed prize needs a confirmation.
  if (winner?.claimedAt && sure !== SURE) {
    const name = escapeMarkdown(winner.username ?? whom);
    return update({
      content: say(ctx.locale, 'giveaways.askWithdraw', { name }),
      components: [{ type: 1, components: [button(row, whom, say(ctx.locale, 'giveaways.buttonWithdraw'), SURE)] }],
      allowed_mentions: noMentions,
    });
  }
  await reroll(ctx, row.id, { byId: call.userId, ...(userId.success ? { replace: [userId.data] } : {}) });
  return update({ content: say(ctx.locale, 'giveaways.rerolling'), components: [], allowed_mentions: noMentions });
}

async function entries(ctx: Ctx, call: MenuCall): Promise<Answer> {
  const row = await rowOf(ctx, call);
  const counts = say(ctx.locale, 'giveaways.tookPart', { people: row.people, tickets: row.tickets });
  return privately(`${counts}\n${say(ctx.locale, 'giveaways.fairAt', { url: proofUrlOf(ctx, row) })}`);
}

export const menus = [
  defineCommand({ kind: 'messageMenu', name: 'giveaways.menuEnd', isPrivate: true, run: byManagers(end) }),
  defineCommand({ kind: 'messageMenu', name: 'giveaways.menuReroll', isPrivate: true, run: byManagers(again) }),
  defineCommand({ kind: 'component', id: REPLACE, isPrivate: true, run: byManagers(replace) }),
  defineCommand({ kind: 'messageMenu', name: 'giveaways.menuEntries', isPrivate: true, run: byManagers(entries) }),
];
