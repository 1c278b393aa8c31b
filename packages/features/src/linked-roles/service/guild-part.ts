import { isDeepStrictEqual } from 'node:util';
import { AppError, say } from '@tally/kernel';
import type { GuildParts } from '../../settings/index.ts';
import { deleteRulesExcept, findLogChannel, listRules, saveLogChannel, saveRule } from '../store/rules.ts';
import { checkRule, wholeRule } from './change.ts';
import { baselineSoon } from './queue.ts';
import { dropOrders } from './role-owner.ts';
import { asRule, forgetRules, mostRules } from './rules.ts';

/** The server settings of this feature: the rules and their log channel. */
export const rulesPart: GuildParts = {
  keys: ['linkedRoles', 'linkedRoleLogs'],
  read: async (_ctx, db, serverId) => ({
    linkedRoles: (await listRules(db, serverId)).map(asRule),
    linkedRoleLogs: await findLogChannel(db, serverId),
  }),
  async check(ctx, serverId, { linkedRoles: sent }) {
    if (!sent) return;
    const twice = sent.findIndex((rule, place) => sent.findIndex((other) => other.roleId === rule.roleId) < place);
    if (twice >= 0)
      throw new AppError('invalidFields', {}, [`linkedRoles.${twice}.roleId: ${say(ctx.locale, 'linkedRoles.twice')}`]);
    const former = (await listRules(ctx.db, serverId)).map(asRule);
    const most = await mostRules(ctx, serverId);
    if (sent.length > most && sent.length > former.length)
      throw new AppError('planLimit', { limit: most, what: 'linkedRoles' });
    for (const [place, body] of sent.entries()) {
      // Clients also send back unchanged rules, so we check only the others.
      const before = former.find((each) => each.roleId === body.roleId);
      const rule = wholeRule(body, before);
      if (!isDeepStrictEqual(rule, before)) checkRule(ctx, rule, `linkedRoles.${place}.`);
    }
  },
  async write(ctx, tx, serverId, { linkedRoles: sent, linkedRoleLogs: channelId }) {
    if (channelId !== undefined) await saveLogChannel(tx, serverId, channelId);
    if (!sent) return;
    const former = (await listRules(tx, serverId)).map(asRule);
    await deleteRulesExcept(
      tx,
      serverId,
      sent.map(({ roleId }) => roleId),
    );
    const now = ctx.clock.now();
    for (const body of sent) {
      const before = former.find((each) => each.roleId === body.roleId);
      await saveRule(tx, serverId, wholeRule(body, before), now);
    }
    await dropOrders(ctx, tx, serverId);
    await baselineSoon(ctx, serverId, tx);
    await forgetRules(ctx, serverId);
  },
};
