import { oauthRoutes } from '../oauth/token.ts';
import { applicationRoutes } from './applications.ts';
import { banRoutes } from './bans.ts';
import { callbackRoutes } from './callbacks.ts';
import { channelRoutes } from './channels.ts';
import { commandRoutes } from './commands.ts';
import { emojiRoutes } from './emojis.ts';
import { guildRoutes } from './guilds.ts';
import { inviteRoutes } from './invites.ts';
import { memberRoutes } from './members.ts';
import { messageRoutes } from './messages.ts';
import { pinRoutes } from './pins.ts';
import { reactionRoutes } from './reactions.ts';
import { roleRoutes } from './roles.ts';
import type { Route } from './route.ts';
import { scheduledEventRoutes } from './scheduled-events.ts';
import { stickerRoutes } from './stickers.ts';
import { threadMemberRoutes } from './thread-members.ts';
import { threadRoutes } from './threads.ts';
import { userRoutes } from './users.ts';
import { webhookMessageRoutes } from './webhook-messages.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every call that the simulated Discord answers; anything else is 501. */
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
  ...reactionRoutes,
  ...pinRoutes,
  ...inviteRoutes,
  ...webhookRoutes,
  ...webhookMessageRoutes,
  ...callbackRoutes,
];
