import { vods } from '@tally/contract';
import { implement } from '@tally/kernel';
import { drop, keepFor, removeVod } from './service/change.ts';
import { countVods } from './service/count.ts';
import { changePermission, readPermission } from './service/permission.ts';
import { readOwn, readRecordings, readStored } from './service/read.ts';
import { openVod, readVod, showRecording } from './service/watch.ts';

export const routes = implement(vods, {
  countVods,
  async watchVod(ctx, { params, query }) {
    const link = await openVod(ctx, params.guildId, params.fileKey);
    return query.noRedirect ? link : { redirectTo: link.tempUrl };
  },
  getVod: async (ctx, { params }) => await readVod(ctx, params.fileKey),
  async removeVod(ctx, { params }) {
    await removeVod(ctx, params.fileKey);
    return true as const;
  },
  showRecording: async (ctx, { params }) => await showRecording(ctx, params.guildId, params.fileKey),
  listStored: readStored,
  listRecordings: async (ctx, { params }) => await readRecordings(ctx, params.guildId),
  listOwnRecordings: async (ctx, { params }) => await readOwn(ctx, params.userId),
  getRecordingPermission: readPermission,
  changeRecordingPermission: async (ctx, { body }) => await changePermission(ctx, body.isAllowed),
  keepRecording: async (ctx, { params, body }) =>
    await keepFor(ctx, { serverId: params.guildId, id: params.recordingId }, body.hours),
  dropRecording: async (ctx, { params }) => await drop(ctx, { serverId: params.guildId, id: params.recordingId }),
});
