import { UserId } from '@tally/contract';
import {
  type Answer,
  type ComponentCall,
  customId,
  defineCommand,
  message,
  privately,
  type SlashCall,
  update,
} from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { readTerms } from '../match/terms.ts';
import { reroll } from '../service/draw/redraw.ts';
import { findGiveaway } from '../store/giveaways.ts';
import type { GiveawayRow } from '../tables.ts';
import { byManagers } from './who-may.ts';

const REROLL = 'gw-reroll';
/** A draw pings its winners, so drawing more than this many needs a confirmation. */
const MOST_UNASKED = 10;

interface Wanted {
  readonly winnerCount: number | undefined;
  readonly excludeEarlierWinners: boolean;
  readonly replace: UserId | undefined;
}

export async function rerollByCommand(ctx: Ctx, call: SlashCall, row: GiveawayRow): Promise<Answer> {
  const { winners, exclude, replace } = call.options;
  const wanted: Wanted = {
    winnerCount: typeof winners === 'number' ? winners : undefined,
    excludeEarlierWinners: exclude !== false,
    replace: replace === undefined ? undefined : UserId.parse(replace),
  };
  const most = wanted.winnerCount ?? (wanted.replace ? 1 : readTerms(row).winnerCount);
  const count = Math.min(most, row.people);
  if (count > MOST_UNASKED) return ask(ctx, row, { ...wanted, count });
  await carryOut(ctx, row, { ...wanted, byId: call.userId });
  return privately(say(ctx.locale, 'giveaways.rerolling'));
}

function ask(ctx: Ctx, { id }: GiveawayRow, { count, ...wanted }: Wanted & { readonly count: number }): Answer {
  const { winnerCount = 0, excludeEarlierWinners, replace = '' } = wanted;
  const custom_id = customId(REROLL, id, String(winnerCount), excludeEarlierWinners ? 'y' : 'n', replace);
  const label = say(ctx.locale, 'giveaways.buttonDraw', { count });
  return message({
    content: say(ctx.locale, 'giveaways.askReroll', { count }),
    components: [{ type: 1, components: [{ type: 2, style: 4, custom_id, label }] }],
    allowed_mentions: noMentions,
  });
}

async function carryOut(ctx: Ctx, { id }: GiveawayRow, wanted: Wanted & { readonly byId: UserId }): Promise<void> {
  const { replace, ...more } = wanted;
  await reroll(ctx, id, { ...more, replace: replace ? [replace] : undefined });
}

async function sure(ctx: Ctx, call: ComponentCall): Promise<Answer> {
  const [id = '', count = '', exclude, replaced = ''] = call.args;
  const row = await findGiveaway(ctx.db, id);
  if (!row || row.serverId !== call.serverId) throw new AppError('giveawayNotFound');
  await carryOut(ctx, row, {
    winnerCount: Number(count) || undefined,
    excludeEarlierWinners: exclude !== 'n',
    replace: UserId.safeParse(replaced).data,
    byId: call.userId,
  });
  return update({ content: say(ctx.locale, 'giveaways.rerolling'), components: [], allowed_mentions: noMentions });
}

export const rerollButton = defineCommand({ kind: 'component', id: REROLL, isPrivate: true, run: byManagers(sure) });
