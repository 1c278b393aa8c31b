import { oauthRoutes } from '../oauth/token.ts';
import { applicationRoutes } from './applications.ts';
import { callbackRoutes } from './callbacks.ts';
import { commandRoutes } from './commands.ts';
import { messageRoutes } from './messages/messages.ts';
import { pinRoutes } from './messages/pins.ts';
import { reactionRoutes } from './messages/reactions.ts';
import { webhookMessageRoutes } from './messages/webhook-messages.ts';
import { webhookRoutes } from './messages/webhooks.ts';
import type { Route } from './route.ts';
import { banRoutes } from './servers/bans.ts';
import { channelRoutes } from './servers/channels.ts';
import { emojiRoutes } from './servers/emojis.ts';
import { guildRoutes } from './servers/guilds.ts';
import { inviteRoutes } from './servers/invites.ts';
import { memberRoutes } from './servers/members.ts';
import { roleRoutes } from './servers/roles.ts';
import { scheduledEventRoutes } from './servers/scheduled-events.ts';
import { searchRoutes } from './servers/search.ts';
import { stickerRoutes } from './servers/stickers.ts';
import { threadMemberRoutes } from './servers/thread-members.ts';
import { threadRoutes } from './servers/threads.ts';
import { userRoutes } from './users.ts';

/** All supported calls. Any other call answers 501. */
export const routes: readonly Route[] = [
  ...userRoutes,
  ...oauthRoutes,
  ...applicationRoutes,
  ...commandRoutes,
  ...guildRoutes,
  ...banRoutes,
  ...memberRoutes,
  ...roleRoutes,
  ...emojiRoutes,
  ...stickerRoutes,
  ...scheduledEventRoutes,
  ...channelRoutes,
  ...threadRoutes,
  ...threadMemberRoutes,
  ...messageRoutes,
  ...searchRoutes,
  ...reactionRoutes,
  ...pinRoutes,
  ...inviteRoutes,
  ...webhookRoutes,
  ...webhookMessageRoutes,
  ...callbackRoutes,
];
