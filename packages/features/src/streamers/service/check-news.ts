import { type GiftedSubRole, streamerBodies } from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import { checkChoices } from '../../places/index.ts';
import type { StreamerAddress } from '../store/streamers.ts';
import type { StreamerSettings } from '../tables.ts';
import { requireFlags } from './limits.ts';
import { requireOtherBot } from './names/other-bots.ts';

/** Checks new settings: the plan must include them, and the choices must belong to this server. */
export async function checkNews(
  ctx: Ctx,
  { serverId, platform }: Pick<StreamerAddress, 'serverId' | 'platform'>,
  news: StreamerSettings,
): Promise<void> {
  await requireFlags(ctx, serverId, news);
  if (news.startsAfter) await requireOtherBot(ctx, serverId, { field: 'startsAfter', id: news.startsAfter });
  refuseTwice(ctx, news.giftedSubRoles ?? []);
  await checkChoices(ctx, serverId, { schema: streamerBodies[platform], value: news });
}

function refuseTwice(ctx: Ctx, roles: readonly GiftedSubRole[]): void {
  const twice = roles.findIndex(({ roleId }, place) => roles.findIndex((other) => other.roleId === roleId) < place);
  if (twice >= 0)
    throw new AppError('invalidFields', {}, [`giftedSubRoles.${twice}.roleId: ${say(ctx.locale, 'liveRole.twice')}`]);
}
