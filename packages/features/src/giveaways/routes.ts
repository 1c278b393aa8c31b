import { giveaways, PICTURES_PATH } from '@tally/contract';
import { AppError, implement, type OpenPath, requireUser, say } from '@tally/kernel';
import { readProof, readSheet } from './service/draw/proof.ts';
import { claimPrize, reroll } from './service/draw/redraw.ts';
import { takeOut } from './service/entry/leave.ts';
import { dropLostNeed } from './service/entry/lost-need.ts';
import { closeGiveaway } from './service/life/close.ts';
import {
  createGiveaway,
  duplicateGiveaway,
  pauseGiveaway,
  removeGiveaway,
  resendGiveaway,
  resumeGiveaway,
  startGiveaway,
  updateGiveaway,
} from './service/life/life.ts';
import { storedPicture, uploadPicture } from './service/life/pictures.ts';
import { asTemplate, keepTemplate } from './service/life/templates.ts';
import { previewDraft } from './service/post/preview.ts';
import { getRow, listOfServer, readCourse, readEntries, readListed, readOne, readOwn } from './service/read.ts';
import { deleteTemplate, listTemplates } from './store/templates.ts';

export const routes = implement(giveaways, {
  listGiveaways: async (ctx, { params, query }) => await listOfServer(ctx, params.guildId, query),
  getGiveaway: async (ctx, { params }) => await readOne(ctx, await getRow(ctx, params)),
  getCourse: async (ctx, { params }) => await readCourse(ctx, await getRow(ctx, params)),
  listEntries: async (ctx, { params, query }) => await readEntries(ctx, await getRow(ctx, params), query),
  async removeEntry(ctx, { params, body }) {
    const { id } = await getRow(ctx, params);
    const removed = { reason: body.reason, byId: requireUser(ctx).userId };
    if (!(await takeOut(ctx, id, { userId: params.userId, removed }))) throw new AppError('notFound');
    return say(ctx.locale, 'giveaways.entryRemoved');
  },
  getProof: async (ctx, { params }) => await readProof(ctx, await getRow(ctx, params)),
  getSheet: async (ctx, { params }) => await readSheet(ctx, await getRow(ctx, params), Number(params.draw)),
  async createGiveaway(ctx, { params, query, body }) {
    const isLater = query.when === 'later';
    const reply = say(ctx.locale, isLater ? 'giveaways.scheduled' : 'giveaways.created');
    await createGiveaway(ctx, params.guildId, { body, isLater, byId: requireUser(ctx).userId, reply });
    return reply;
  },
  previewGiveaway: async (ctx, { params, body }) => await previewDraft(ctx, params.guildId, body),
  async uploadPicture(ctx, { params, file, signal }) {
    // The API layer already refuses a call without a file, so this only narrows the type.
    if (!file) throw new AppError('badRequest');
    return await uploadPicture(ctx, params.guildId, { bytes: file.bytes, signal });
  },
  async updateGiveaway(ctx, { params, query, body }) {
    const { id } = await getRow(ctx, params);
    await updateGiveaway(ctx, id, { patch: body, version: query.version, byId: requireUser(ctx).userId });
    return say(ctx.locale, 'giveaways.saved');
  },
  async removeGiveaway(ctx, { params }) {
    await removeGiveaway(ctx, (await getRow(ctx, params)).id);
    return say(ctx.locale, 'giveaways.removed');
  },
  async resendGiveaway(ctx, { params }) {
    const reply = say(ctx.locale, 'giveaways.resent');
    await resendGiveaway(ctx, (await getRow(ctx, params)).id, { byId: requireUser(ctx).userId, reply });
    return reply;
  },
  async startGiveaway(ctx, { params }) {
    const reply = say(ctx.locale, 'giveaways.created');
    await startGiveaway(ctx, (await getRow(ctx, params)).id, { byId: requireUser(ctx).userId, reply });
    return reply;
  },
  async endGiveaway(ctx, { params }) {
    const reply = say(ctx.locale, 'giveaways.ending');
    await closeGiveaway(ctx, (await getRow(ctx, params)).id, { byId: requireUser(ctx).userId, reply });
    return reply;
  },
  async pauseGiveaway(ctx, { params }) {
    const reply = say(ctx.locale, 'giveaways.paused');
    await pauseGiveaway(ctx, (await getRow(ctx, params)).id, { byId: requireUser(ctx).userId, reply });
    return reply;
  },
  async resumeGiveaway(ctx, { params }) {
    const reply = say(ctx.locale, 'giveaways.resumed');
    await resumeGiveaway(ctx, (await getRow(ctx, params)).id, { byId: requireUser(ctx).userId, reply });
    return reply;
  },
  async dropLostNeed(ctx, { params }) {
    const reply = say(ctx.locale, 'giveaways.needDropped');
    await dropLostNeed(ctx, (await getRow(ctx, params)).id, { byId: requireUser(ctx).userId, reply });
    return reply;
  },
  async duplicateGiveaway(ctx, { params }) {
    const reply = say(ctx.locale, 'giveaways.created');
    await duplicateGiveaway(ctx, (await getRow(ctx, params)).id, { byId: requireUser(ctx).userId, reply });
    return reply;
  },
  async rerollGiveaway(ctx, { params, body }) {
    const reply = say(ctx.locale, 'giveaways.rerolling');
    await reroll(ctx, (await getRow(ctx, params)).id, { ...body, byId: requireUser(ctx).userId, reply });
    return reply;
  },
  async claimPrize(ctx, { params }) {
    const reply = say(ctx.locale, 'giveaways.claimed');
    await claimPrize(ctx, (await getRow(ctx, params)).id, requireUser(ctx).userId, reply);
    return reply;
  },
  async leaveGiveaway(ctx, { params }) {
    const { id } = await getRow(ctx, params);
    const reply = say(ctx.locale, 'giveaways.left');
    await takeOut(ctx, id, { userId: requireUser(ctx).userId, removed: null, reply });
    return reply;
  },
  listTemplates: async (ctx, { params }) => (await listTemplates(ctx.db, params.guildId)).map(asTemplate),
  async addTemplate(ctx, { params, body }) {
    const reply = say(ctx.locale, 'giveaways.templateKept');
    await keepTemplate(ctx, params.guildId, { ...body, templateId: ctx.random.uuid(), reply });
    return reply;
  },
  async removeTemplate(ctx, { params }) {
    if (!(await deleteTemplate(ctx.db, params.guildId, params.templateId))) throw new AppError('notFound');
    return say(ctx.locale, 'giveaways.templateGone');
  },
  listOwnGiveaways: async (ctx, { params, query }) => await readOwn(ctx, params.userId, query),
  listListedGiveaways: async (ctx, { query }) => await readListed(ctx, query),
});

export const openPaths: readonly OpenPath[] = [
  {
    word: PICTURES_PATH.replaceAll(/^\/|\/$/g, ''),
    async answer(_ctx, { segments }) {
      const [serverId = '', name = '', ...more] = segments;
      const file = more.length === 0 ? storedPicture(serverId, name) : null;
      if (file === null) throw new AppError('notFound');
      return { file, headers: forGood };
    },
  },
];

/** A stored picture never changes, so browsers may keep it. */
const forGood = { 'cache-control': 'public, max-age=31536000, immutable' } as const;
