import { emoteImports } from '@tally/contract';
import { implement } from '@tally/kernel';
import { cancelImport, resumeImport, undoImport } from '../service/change.ts';
import { listOwnEmotes } from '../service/own.ts';
import { readPlaces } from '../service/places.ts';
import { readImport, readImports } from '../service/read.ts';
import { startImport } from '../service/start.ts';
import { findSubRole } from '../service/sub-role.ts';

export const importRoutes = implement(emoteImports, {
  async getImportOptions(ctx, { params: { guildId: serverId, platform, streamer }, query }) {
    const [canAdd, subRole] = await Promise.all([
      readPlaces(ctx, serverId),
      findSubRole(ctx, { serverId, platform, streamer }),
    ]);
    const kickEmojis =
      query.kickEmojis && platform === 'kick' ? await listOwnEmotes(ctx, { platform, streamer }) : null;
    return {
      canAdd,
      kickEmojis: kickEmojis?.map(({ id, name, subOnly }) => ({ id, name, subOnly })) ?? null,
      ...(subRole ? { subRole } : {}),
    };
  },
  async importEmotes(ctx, { params: { guildId: serverId, platform, streamer }, body }) {
    const { animated, normal } = body.emojis;
    const emotes = { animated: animated.flat(), normal: normal.flat() };
    return await startImport(ctx, { serverId, platform, streamer, emotes, lockToSubIfSet: body.lockToSubIfSet });
  },
  listImports: async (ctx, { params }) => await readImports(ctx, params.guildId),
  getImport: async (ctx, { params }) => await readImport(ctx, params.guildId, params.importId),
  resumeImport: async (ctx, { params }) => await resumeImport(ctx, { serverId: params.guildId, id: params.importId }),
  cancelImport: async (ctx, { params }) => await cancelImport(ctx, { serverId: params.guildId, id: params.importId }),
  undoImport: async (ctx, { params }) => await undoImport(ctx, { serverId: params.guildId, id: params.importId }),
});
