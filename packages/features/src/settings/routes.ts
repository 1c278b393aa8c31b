import { MessageDraft, type ServerId, serverParts, servers } from '@tally/contract';
import { type Ctx, implement, say } from '@tally/kernel';
import { checkChoices } from '../places/index.ts';
import { listRecord } from './service/record.ts';
import { checkChange, checkChosen, getServer, updateServer } from './service/settings.ts';
import { ownerOf, ownerOfPanel } from './service/shared-words.ts';
import { listToolPosts } from './service/tool-posts.ts';

const own = implement(
  { getServer: servers.getServer, updateServer: servers.updateServer, listChanges: servers.listChanges },
  {
    getServer: async (ctx, { params }) => await getServer(ctx, params.guildId),
    async updateServer(ctx, { params, body }) {
      const isChanged = await updateServer(ctx, params.guildId, body);
      return say(ctx.locale, isChanged ? 'servers.updated' : 'servers.unchanged');
    },
    listChanges: async (ctx, { params, query }) => await listRecord(ctx, params.guildId, query),
  },
);

const { saveMessage, removeMessage, saveRole, removeRole, postPanel, testGreeting, previewMessage, listPosts } =
  serverParts;

/** Calls whose URL contains a word that decides which feature does the work. */
const byWord = implement(
  { saveMessage, removeMessage, saveRole, removeRole, postPanel, testGreeting, previewMessage, listPosts },
  {
    async saveMessage(ctx, { params, query, body }) {
      const place = { serverId: params.guildId, list: query.type };
      await ownerOf(ctx, ({ messageLists }) => messageLists?.[query.type]).save(ctx, place, query, body);
      return say(ctx.locale, 'messageEditor.saved');
    },
    async removeMessage(ctx, { params, query }) {
      const place = { serverId: params.guildId, list: query.type };
      await ownerOf(ctx, ({ messageLists }) => messageLists?.[query.type]).remove(ctx, place, query);
      return say(ctx.locale, 'messageEditor.removed');
    },
    async saveRole(ctx, { params, query, body }) {
      const place = { serverId: params.guildId, list: query.type };
      await ownerOf(ctx, ({ roleLists }) => roleLists?.[query.type]).save(ctx, place, {
        body,
        which: query.roleId,
        version: query.version,
      });
      return say(ctx.locale, 'liveRole.saved');
    },
    async removeRole(ctx, { params, query }) {
      const place = { serverId: params.guildId, list: query.type };
      await ownerOf(ctx, ({ roleLists }) => roleLists?.[query.type]).remove(ctx, place, query);
      return say(ctx.locale, 'liveRole.removed');
    },
    async postPanel(ctx, { params: { guildId, panel }, query, body }) {
      return await ownerOfPanel(ctx, panel)(ctx, guildId, { body, dontPing: query.dontPing ?? false });
    },
    async testGreeting(ctx, { params: { guildId, type }, body }) {
      await checkChange(ctx, guildId, await settingsIn(ctx, guildId, body));
      return await ownerOf(ctx, ({ greetings }) => greetings?.[type])(ctx, guildId, body);
    },
    async previewMessage(ctx, { params: { guildId, type }, body }) {
      await checkChosen(ctx, guildId, await settingsIn(ctx, guildId, body));
      return await ownerOf(ctx, ({ previews }) => previews?.[type])(ctx, guildId, body);
    },
    listPosts: async (ctx, { params: { guildId, tool } }) => await listToolPosts(ctx, guildId, tool),
  },
);

export const routes = [...own, ...byWord];

/**
 * The settings of a draft. Checks a starboard's channels and roles here, because a starboard is not a server setting.
 */
async function settingsIn(ctx: Ctx, serverId: ServerId, draft: MessageDraft) {
  const { message: _message, variants: _variants, starboard, chatLog: _chatLog, ...settings } = draft;
  const schema = MessageDraft.shape.starboard.unwrap();
  if (starboard) await checkChoices(ctx, serverId, { schema, value: starboard, former: {}, path: ['starboard'] });
  return settings;
}
