import { languageNames, serverHome, servers } from '@tally/contract';
import { implement, requireUser, say } from '@tally/kernel';
import { redirectUri } from '../grants/index.ts';
import { findDiscordData } from '../places/index.ts';
import { inviteUrl, loginUrl } from './render.ts';
import { getHome, listToday } from './service/home.ts';
import { listManageable, requireManager } from './service/managers.ts';
import { discardServer } from './service/presence.ts';

const { listServers, getDiscordData, oauthUrls, languages, removeServer } = servers;

export const routes = implement(
  { listServers, getDiscordData, oauthUrls, languages, removeServer, ...serverHome },
  {
    listServers: async (ctx, { query }) =>
      await listManageable(ctx, requireUser(ctx).userId, { force: query.force ?? false }),
    async getDiscordData(ctx, { params, query }) {
      const force = query.force ?? false;
      // The access check used cached data, so a forced call asks Discord.
      if (force) await requireManager(ctx, params.guildId, { force });
      return await findDiscordData(ctx, params.guildId, { types: query.types ?? [], force });
    },
    oauthUrls: async (ctx, { query }) => ({
      invite: inviteUrl(ctx.config, query.guildId, redirectUri(ctx)),
      login: loginUrl(ctx.config, redirectUri(ctx)),
    }),
    async removeServer(ctx, { params }) {
      await discardServer(ctx, params.guildId);
      return say(ctx.locale, 'servers.removed');
    },
    getHome,
    listToday: async (ctx, { params }) => await listToday(ctx, params.guildId),
    languages: async () => languageNames.map(({ name, value, direction }) => ({ name, value, direction })),
  },
);
