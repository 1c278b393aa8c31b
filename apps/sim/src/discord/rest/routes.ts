import { oauthRoutes } from '../oauth/token.ts';
import { guildRoutes } from './guilds.ts';
import { messageRoutes } from './messages.ts';
import type { Route } from './route.ts';
import { userRoutes } from './users.ts';

/** Every call that the simulated Discord answers; anything else is 501. */
export const routes: readonly Route[] = [...userRoutes, ...oauthRoutes, ...guildRoutes, ...messageRoutes];
