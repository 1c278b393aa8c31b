import { mediaSharing, type UserId } from '@tally/contract';
import { AppError, type Ctx, implement, requireUser, say } from '@tally/kernel';
import { getUserFacts } from '../account/index.ts';
import { mayManage } from '../teams/index.ts';
import { sayOutcome, sayVote } from './service/chat/answer.ts';
import { sayRefusal } from './service/explain.ts';
import { actOnItem, cancelOwn, controlPlayer, moveItem } from './service/player/act.ts';
import { copyAddress, renewAddress } from './service/player/address.ts';
import { roomOfToken, takeOverPlayer, watchPlayer } from './service/player/player.ts';
import { handleReport } from './service/player/report.ts';
import { addBan, readBans, removeBan } from './service/request/bans.ts';
import { addFiller, readFillers, removeFiller } from './service/request/fillers.ts';
import { offerVideos, type Request, requestVideo } from './service/request/request.ts';
import { voteToSkip } from './service/request/vote.ts';
import { listRooms } from './service/room/list-rooms.ts';
import { offerOf, readHistory, readRoom } from './service/room/read.ts';
import { getRoomNamed, isSentBy, readPublicRoom } from './service/room/read-public.ts';
import { openRoom } from './service/room/room.ts';
import { changeShare } from './service/room/settings.ts';
import { watchPublicRoom, watchRoom } from './service/room/watch.ts';

/** Returns the caller as a sender of requests from the page. */
async function asSender(ctx: Ctx) {
  const { userId } = requireUser(ctx);
  const { username } = await getUserFacts(ctx, userId);
  return { origin: 'web', id: userId, name: username } as const;
}

/** Returns the caller as a sender in this room, with the owner's rank for helpers. */
async function asViewer(ctx: Ctx, name: string): Promise<Omit<Request, 'text'>> {
  const { ownerId } = await getRoomNamed(ctx, name);
  const isHelper = await manages(ctx, ownerId);
  const by = isHelper ? requireUser(ctx).userId : undefined;
  return { ownerId, sender: await asSender(ctx), rank: isHelper ? 'owner' : 'viewer', by };
}

async function request(ctx: Ctx, asked: Request): Promise<string> {
  const outcome = await requestVideo(ctx, asked);
  const sentence = sayOutcome(ctx.locale, outcome);
  if (outcome.is === 'refused') throw new AppError('mediaRefused', {}, [sentence]);
  return sentence;
}

const done = (ctx: Ctx): string => say(ctx.locale, 'mediaSharing.done');

const manages = async (ctx: Ctx, ownerId: UserId): Promise<boolean> =>
  await mayManage(ctx, { userId: requireUser(ctx).userId, leaderId: ownerId, flag: 'ManageMediaShare' });

export const routes = implement(mediaSharing, {
  listMediaRooms: async (ctx) => await listRooms(ctx),
  getMediaRoom: async (ctx, { params }) => await readRoom(ctx, params.userId),
  watchMediaRoom: async (ctx, { params, signal }) => ({ events: watchRoom(ctx, params.userId, signal) }),
  listMediaHistory: async (ctx, { params, query }) => await readHistory(ctx, params.userId, query),
  submitMedia: async (ctx, { params, body }) =>
    await request(ctx, {
      ownerId: params.userId,
      sender: await asSender(ctx),
      rank: 'owner',
      text: body.text,
      by: requireUser(ctx).userId,
    }),
  async actOnMedia(ctx, { params, body }) {
    const { userId: ownerId, itemId, action } = params;
    await actOnItem(ctx, { ownerId, itemId }, { action, ...body });
    return done(ctx);
  },
  async moveMedia(ctx, { params, body }) {
    await moveItem(ctx, { ownerId: params.userId, itemId: params.itemId }, body.before);
    return done(ctx);
  },
  async controlPlayer(ctx, { params, body }) {
    await openRoom(ctx, params.userId);
    await controlPlayer(ctx, params.userId, { action: params.action, ...body, by: requireUser(ctx).userId });
    return done(ctx);
  },
  async setMediaVolume(ctx, { params, body }) {
    await changeShare(ctx, params.userId, { settings: { volume: body.volume } });
    return done(ctx);
  },
  async setMediaModes(ctx, { params, body }) {
    await changeShare(ctx, params.userId, { settings: body });
    return say(ctx.locale, 'mediaSharing.saved');
  },
  listMediaBans: async (ctx, { params, query }) => await readBans(ctx, params.userId, query),
  async addMediaBan(ctx, { params, body }) {
    const { reply } = await addBan(ctx, params.userId, { toBan: body, by: requireUser(ctx).userId });
    return reply;
  },
  async removeMediaBan(ctx, { params }) {
    await removeBan(ctx, params.userId, params.banId);
    return say(ctx.locale, 'mediaSharing.unbanned');
  },
  listFillers: async (ctx, { params }) => await readFillers(ctx, params.userId),
  async addFiller(ctx, { params, body }) {
    const reply = say(ctx.locale, 'mediaSharing.fillerAdded');
    await addFiller(ctx, params.userId, body.text, reply);
    return reply;
  },
  async removeFiller(ctx, { params }) {
    await removeFiller(ctx, params.userId, params.fillerId);
    return done(ctx);
  },
  copyPlayerAddress: async (ctx, { params }) => ({ url: await copyAddress(ctx, params.userId) }),
  renewPlayerAddress: async (ctx, { params }) => ({ url: await renewAddress(ctx, params.userId) }),
  getPublicRoom: async (ctx, { params }) => await readPublicRoom(ctx, params.name),
  watchPublicRoom: async (ctx, { params, signal }) => ({ events: await watchPublicRoom(ctx, params.name, signal) }),
  async searchMedia(ctx, { params, body }) {
    const found = await offerVideos(ctx, { ...(await asViewer(ctx, params.name)), ...body });
    if ('reason' in found) throw new AppError('mediaRefused', {}, [sayRefusal(ctx.locale, found)]);
    return found.map(offerOf);
  },
  requestMedia: async (ctx, { params, body }) => await request(ctx, { ...(await asViewer(ctx, params.name)), ...body }),
  async cancelMedia(ctx, { params }) {
    const { ownerId } = await getRoomNamed(ctx, params.name);
    const { userId } = requireUser(ctx);
    await cancelOwn(ctx, { ownerId, itemId: params.itemId }, (item) => isSentBy(item, userId));
    return say(ctx.locale, 'mediaSharing.cancelled');
  },
  async voteToSkip(ctx, { params, body }) {
    const { ownerId } = await getRoomNamed(ctx, params.name);
    const sender = { origin: 'web', id: requireUser(ctx).userId } as const;
    return sayVote(ctx.locale, await voteToSkip(ctx, ownerId, { sender, itemId: body.itemId }));
  },
  checkPlayer: async (ctx, { params }) => void (await roomOfToken(ctx, params.token)),
  watchPlayer: async (ctx, { params, query, signal }) => ({
    events: watchPlayer(ctx, { token: params.token, tab: query.tab }, signal),
  }),
  reportPlayer: async (ctx, { params, body }) => await handleReport(ctx, params.token, body),
  takeOverPlayer: async (ctx, { params, body }) => await takeOverPlayer(ctx, params.token, body.tab),
});
