import type { ServerId } from '@tally/contract';
import { on } from '@tally/discord/gateway';
import { type Ctx, defineFeature } from '@tally/kernel';
import { forgetFacts } from './service/discord-facts.ts';

export { findChannelTrouble, findLack, reportUnposted } from './service/channel-trouble.ts';
export { checkChoices, checkServerChoices, merged, newPartsOf } from './service/check-choices.ts';
export {
  describeChannel,
  requireGivableRole,
  requirePostable,
  whyNotPostable,
} from './service/choices.ts';
export { findDiscordData } from './service/discord-data.ts';
export { askServerState, factKey, forgetFacts } from './service/discord-facts.ts';
export {
  channelsSeenBy,
  channelsSeenByAll,
  channelsToRead,
  managesServer,
  whyNotPing,
} from './service/member-rights.ts';
export { isPostedSoon, postNow } from './service/post-now.ts';
export { findRenameTrouble, isAboveMember } from './service/role-trouble.ts';

/** Channels of direct messages have no server, so they are ignored. */
async function forget(ctx: Ctx, { serverId }: { readonly serverId: ServerId | null }): Promise<void> {
  if (serverId) await forgetFacts(ctx, serverId);
}

/** The dashboard caches these choices briefly. A manager who just fixed something must see the change at once. */
const gateway = [
  on('roleMade', forget),
  on('roleChanged', forget),
  on('roleDeleted', forget),
  on('channelMade', forget),
  on('channelChanged', forget),
  on('channelDeleted', forget),
];

/** The channels and roles of a server, and what the bot and the choosing person may do with them. */
export const places = defineFeature({ name: 'places', gateway });
