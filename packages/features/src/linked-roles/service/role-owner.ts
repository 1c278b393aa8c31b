import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { type Claim, endClaims, listClaims, type RoleOwner } from '@tally/pipeline/roles';
import { loadServerMessages } from '../../message-editor/index.ts';
import { listSummaries } from '../../servers/index.ts';
import { listPairs } from '../match.ts';
import { renderNews } from '../render.ts';
import { findLogChannel, listRules } from '../store/rules.ts';

/** Marks orders from a rule. Their reason is the rule's role, and their reference counts the earlier rounds. */
export const BY_RULE = 'linked-roles/rule';

export const roleOwner: RoleOwner = {
  kinds: {
    rule: {
      audit: 'linked roles',
      what: 'linkedRoles.what',
      path: '/manage?tab=roles',
      log: {
        name: 'linked-roles',
        what: 'linkedRoles.log',
        path: '/manage?tab=roles',
        findChannel: (ctx, serverId) => findLogChannel(ctx.db, serverId),
        async render(ctx, serverId, lines) {
          const looks = await listSummaries(ctx, [serverId]);
          const messages = await loadServerMessages(ctx, [serverId], ['linkedRole']);
          const template = messages.message(serverId, 'linkedRole')?.content ?? null;
          return renderNews({ lines, server: looks.get(serverId) ?? null, template });
        },
      },
    },
  },
};

/** Drops waiting orders whose rule no longer exists. */
export async function dropOrders(ctx: Ctx, tx: Db, serverId: ServerId): Promise<void> {
  const rules = await listRules(tx, serverId);
  const waiting = await listClaims(tx, { kinds: [BY_RULE], serverId });
  const isSaid = ({ reason, wish, roleId }: Claim) => {
    const rule = rules.find((each) => each.roleId === reason);
    return listPairs.some(([give, take]) => rule?.[wish === 'given' ? give : take].includes(roleId));
  };
  await endClaims(
    ctx,
    tx,
    waiting.filter((each) => !isSaid(each)),
  );
}
