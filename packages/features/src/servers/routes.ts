import { languageNames, serverParts, servers } from '@tally/contract';
import { implement, requireUser, say } from '@tally/kernel';
import { redirectUri } from '../account/index.ts';
import { inviteUrl, loginUrl } from './render.ts';
import { findDiscordData } from './service/discord-data.ts';
import { listManageable, requireManager } from './service/managers.ts';
import { listRecord } from './service/record.ts';
import { getServer, updateServer } from './service/settings.ts';
import { ownerOfMessages } from './service/shared-lists.ts';

const ofServers = implement(servers, {
  listServers: async (ctx, { query }) =>
    await listManageable(ctx, requireUser(ctx).userId, { force: query.force ?? false }),
  async getDiscordData(ctx, { params, query }) {
    const force = query.force ?? false;
    // The gate was content with what was known; this asks Discord.
    if (force) await requireManager(ctx, params.guildId, { force });
    return await findDiscordData(ctx, params.guildId, { types: query.types ?? [], force });
  },
  getServer: async (ctx, { params }) => await getServer(ctx, params.guildId),
  async updateServer(ctx, { params, body }) {
    const isChanged = await updateServer(ctx, params.guildId, body);
    return say(ctx.locale, isChanged ? 'servers.updated' : 'servers.unchanged');
  },
  listChanges: async (ctx, { params, query }) => await listRecord(ctx, params.guildId, query),
  oauthUrls: async (ctx, { query }) => ({
    invite: inviteUrl(ctx.config, query.guildId),
    login: loginUrl(ctx.config, redirectUri(ctx)),
  }),
  languages: async () => languageNames.map(({ name, value, direction }) => ({ name, value, direction })),
});

const { saveMessage, removeMessage } = serverParts;

/** Calls whose word says which feature does the work. */
const byWord = implement(
  { saveMessage, removeMessage },
  {
    async saveMessage(ctx, { params, query, body }) {
      const place = { serverId: params.guildId, list: query.type };
      await ownerOfMessages(ctx, query.type).save(ctx, place, query.subType, body);
      return say(ctx.locale, 'messageEditor.saved');
    },
    async removeMessage(ctx, { params, query }) {
      const place = { serverId: params.guildId, list: query.type };
      await ownerOfMessages(ctx, query.type).remove(ctx, place, query.subType);
      return say(ctx.locale, 'messageEditor.removed');
    },
  },
);

export const routes = [...ofServers, ...byWord];
