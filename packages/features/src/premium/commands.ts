import { hasBit, type ServerId, tiers, userPremiumFlags } from '@tally/contract';
import {
  type Answer,
  type ComponentCall,
  customId,
  defineCommand,
  linkButton,
  privateCard,
  privately,
  type SlashCall,
  settle,
} from '@tally/discord/interactions';
import { AppError, type Ctx, say, withWesternFigures } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { listSummaries, planOf } from '../servers/index.ts';
import { catalogue } from './service/catalogue.ts';
import { userPlanOf } from './service/entitled.ts';
import { moveServerPremium } from './service/move.ts';
import { getFit, getPlan } from './service/plans.ts';
import { findServerPremium } from './store/entitlements.ts';

const MOVE = 'premium-move';
const PAUSED_SHOWN = 10;

export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'premium',
    about: 'premium.command',
    subcommands: [
      { name: 'buy', about: 'premium.commandBuy', isPrivate: true, run: buy },
      { name: 'status', about: 'premium.commandStatus', isPrivate: true, run: show },
      {
        name: 'transfer',
        about: 'premium.commandTransfer',
        isPrivate: true,
        permissions: ['ManageGuild'],
        run: askToMove,
      },
    ],
  }),
  defineCommand({ kind: 'component', id: MOVE, isPrivate: true, permissions: ['ManageGuild'], run: move }),
];

const inServer = ({ serverId }: { readonly serverId: ServerId | null }): ServerId => {
  if (serverId === null) throw new AppError('serverNotFound');
  return serverId;
};

/** Links to the web page for payment, because card numbers do not belong in a chat. */
async function buy(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const serverId = inServer(call);
  if (ctx.config.PLANS === 'unlimited') return privately(say(ctx.locale, 'premium.everythingOpen'));
  if (ctx.config.stripe.isOff) return privately(say(ctx.locale, 'premium.nothingSold'));
  const { plans } = await catalogue(ctx);
  const sold = plans.filter((plan) => plan.isEnabled && plan.isShown && plan.cents > 0);
  const fields = await Promise.all(
    sold.map(async (plan) => ({
      name: `${plan.name} · ${money(ctx, plan.cents)}`,
      value: (await getPlan(ctx, plan.tierId)).description,
      inline: false,
    })),
  );
  return privateCard({ title: say(ctx.locale, 'premium.buyTitle'), fields }, [
    linkButton(say(ctx.locale, 'premium.buyButton'), `${ctx.config.webUrl}/premium?server=${serverId}`),
  ]);
}

const money = (ctx: Ctx, cents: number): string =>
  say(ctx.locale, 'premium.aMonth', {
    price: new Intl.NumberFormat(withWesternFigures(ctx.locale), { style: 'currency', currency: 'USD' }).format(
      cents / 100,
    ),
  });

async function show(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const serverId = inServer(call);
  if (ctx.config.PLANS === 'unlimited') return privately(say(ctx.locale, 'premium.everythingOpen'));
  const [plan, fit, own, { byTier }] = await Promise.all([
    planOf(ctx, serverId),
    getFit(ctx, serverId),
    userPlanOf(ctx, call.userId),
    catalogue(ctx),
  ]);
  const nameOf = (tierId: string): string => byTier.get(tierId)?.name ?? tierId;
  const paused = fit.paused.slice(0, PAUSED_SHOWN).map(({ name }) => `• ${escapeMarkdown(name)}`);
  const more = fit.paused.length - paused.length;
  if (more > 0) paused.push(say(ctx.locale, 'commands.andMore', { count: more }));
  return privateCard(
    {
      title: say(ctx.locale, 'premium.statusTitle'),
      fields: [
        { name: say(ctx.locale, 'premium.statusServer'), value: nameOf(plan.tier), inline: true },
        { name: say(ctx.locale, 'premium.statusYou'), value: nameOf(own.tier), inline: true },
        ...(paused.length > 0
          ? [{ name: say(ctx.locale, 'premium.statusPaused'), value: paused.join('\n').slice(0, 1024), inline: false }]
          : []),
      ],
    },
    [
      linkButton(
        say(ctx.locale, plan.tier === tiers.ServerFree ? 'premium.buyButton' : 'premium.manageButton'),
        plan.tier === tiers.ServerFree
          ? `${ctx.config.webUrl}/premium?server=${serverId}`
          : `${ctx.config.webUrl}/manage-subscription`,
      ),
    ],
  );
}

/** Asks with the names of both servers, because the plan cannot move again for a week. */
async function askToMove(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const serverId = inServer(call);
  if (ctx.config.PLANS === 'unlimited') return privately(say(ctx.locale, 'premium.everythingOpen'));
  const [own, chosen] = await Promise.all([userPlanOf(ctx, call.userId), findServerPremium(ctx.db, call.userId)]);
  if (!hasBit(own.bitfield, userPremiumFlags.HasOneServerPremium.bit)) throw new AppError('noServerPremium');
  const from = chosen?.serverId ?? null;
  if (from === serverId) return privately(say(ctx.locale, 'premium.moved'));
  const looks = await listSummaries(ctx, from === null ? [serverId] : [from, serverId]);
  const nameOf = (id: ServerId): string => escapeMarkdown(looks.get(id)?.name ?? id);
  const words = { to: nameOf(serverId), from: from === null ? '' : nameOf(from) };
  return privateCard(
    {
      title: say(ctx.locale, 'premium.moveTitle'),
      description: say(ctx.locale, from === null ? 'premium.moveFirst' : 'premium.moveText', words),
    },
    [
      { type: 2, style: 1, custom_id: customId(MOVE, 'yes', serverId), label: say(ctx.locale, 'premium.moveYes') },
      { type: 2, style: 2, custom_id: customId(MOVE, 'no', serverId), label: say(ctx.locale, 'commands.cancel') },
    ],
  );
}

async function move(ctx: Ctx, call: ComponentCall): Promise<Answer> {
  const [answer, named] = call.args;
  // The person confirmed a move to this server only.
  if (answer !== 'yes' || named !== inServer(call)) return settle(say(ctx.locale, 'commands.nothingChanged'));
  await moveServerPremium(ctx, inServer(call));
  return settle(say(ctx.locale, 'premium.moved'));
}
