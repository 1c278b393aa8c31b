import { z } from 'zod';
import { MessagePreview } from '../message-editor/bodies.ts';
import { anyone, manager, onlySelf, user } from '../wire/access.ts';
import { page, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { int, line, link, RowId } from '../wire/fields.ts';
import { ServerId, UserId } from '../wire/ids.ts';
import { onVersion } from '../wire/record-version.ts';
import { GiveawayBody, GiveawayId, GiveawayPatch, GiveawayPreviewBody, GiveawayTemplate } from './bodies.ts';
import {
  Giveaway,
  GiveawayEntry,
  GiveawayLimits,
  GiveawayPage,
  GiveawayProof,
  ListedGiveaway,
  OwnGiveaway,
  ScheduledGiveaway,
} from './views.ts';

export const giveawayTimes = ['now', 'later'] as const;
export const giveawayDeletions = ['live', 'scheduled'] as const;

/** A larger picture would also load slowly in Discord. */
export const MOST_PICTURE_BYTES = 8 * 1024 * 1024;
/** The limit for all pictures of one server together, in bytes. */
export const MOST_SERVER_PICTURE_BYTES = 200 * 1024 * 1024;

/** The server's id and the file name follow this path. */
export const PICTURES_PATH = '/files/pictures/';

const inServer = z.object({ guildId: ServerId });
const address = z.object({ guildId: ServerId, giveawayId: GiveawayId });

export const giveaways = {
  listGiveaways: endpoint({
    method: 'GET',
    path: '/data/giveaways/{guildId}',
    summary: 'Running, ended and scheduled giveaways of a server, and the limits of its plan.',
    access: manager('guildId'),
    params: inServer,
    query: z.object(page),
    reply: z.object({
      existing: z.array(Giveaway),
      scheduled: z.array(ScheduledGiveaway),
      limits: GiveawayLimits,
    }),
  }),
  getGiveaway: endpoint({
    method: 'GET',
    path: '/data/giveaways/{guildId}/{giveawayId}',
    summary: 'One giveaway.',
    access: manager('guildId'),
    params: address,
    reply: Giveaway,
  }),
  getCourse: endpoint({
    method: 'GET',
    path: '/data/giveaways/{guildId}/{giveawayId}/course',
    summary: 'One giveaway with its entries per minute and its activity.',
    access: manager('guildId'),
    params: address,
    reply: GiveawayPage,
  }),
  listEntries: endpoint({
    method: 'GET',
    path: '/data/giveaways/{guildId}/{giveawayId}/entries',
    summary: 'Who entered.',
    access: manager('guildId'),
    params: address,
    query: z.object({ ...page, search: line(100).optional() }),
    reply: z.array(GiveawayEntry),
  }),
  removeEntry: endpoint({
    method: 'DELETE',
    path: '/data/giveaways/{guildId}/{giveawayId}/entries/{userId}',
    summary: 'Removes an entrant before the end. The proof shows the reason.',
    access: manager('guildId'),
    params: address.extend({ userId: UserId }),
    body: z.object({ reason: line(200) }),
    reply: sentence,
  }),
  getProof: endpoint({
    method: 'GET',
    path: '/data/giveaways/{guildId}/{giveawayId}/proof',
    summary: 'The data to repeat the draw.',
    access: anyone,
    params: address,
    reply: GiveawayProof,
  }),
  getSheet: endpoint({
    method: 'GET',
    path: '/data/giveaways/{guildId}/{giveawayId}/sheet/{draw}',
    summary: 'The entrants of one draw, in the exact bytes of the published hash.',
    access: anyone,
    params: address.extend({ draw: z.string().regex(/^[1-9]\d{0,2}$/) }),
    answers: 'download',
  }),
  createGiveaway: endpoint({
    method: 'POST',
    path: '/data/giveaways/{guildId}',
    summary: 'Starts a giveaway, now or later.',
    access: manager('guildId'),
    once: true,
    flag: 'Giveaways',
    flagBy: { from: 'query', name: 'when', choices: { later: 'ScheduleGiveaways' } },
    params: inServer,
    query: z.object({ when: z.enum(giveawayTimes).optional() }),
    body: GiveawayBody,
    reply: sentence,
  }),
  previewGiveaway: endpoint({
    method: 'PUT',
    path: '/data/giveaways/{guildId}/preview',
    summary: "The message of a new giveaway, with the server's texts.",
    access: manager('guildId'),
    params: inServer,
    body: GiveawayPreviewBody,
    reply: MessagePreview,
  }),
  uploadPicture: endpoint({
    method: 'POST',
    path: '/data/giveaways/{guildId}/pictures',
    summary: 'Stores a picture for a giveaway. An unused picture is deleted after a day.',
    access: manager('guildId'),
    once: true,
    params: inServer,
    upload: { field: 'file', maxBytes: MOST_PICTURE_BYTES },
    reply: z.object({ url: link }),
  }),
  updateGiveaway: endpoint({
    method: 'PATCH',
    path: '/data/giveaways/{guildId}/{giveawayId}',
    summary: 'Changes a giveaway. After the first entry, terms can only become more generous.',
    access: manager('guildId'),
    params: address,
    query: z.object(onVersion),
    body: GiveawayPatch,
    reply: sentence,
  }),
  removeGiveaway: endpoint({
    method: 'DELETE',
    path: '/data/giveaways/{guildId}/{giveawayId}',
    summary: 'Deletes a giveaway.',
    access: manager('guildId'),
    params: address,
    query: z.object({ type: z.enum(giveawayDeletions).optional() }),
    reply: sentence,
  }),
  resendGiveaway: action('resend', 'Posts the message of a giveaway again.'),
  startGiveaway: action('start', 'Starts a scheduled giveaway now.'),
  endGiveaway: action('end', 'Ends a running giveaway now and draws.'),
  pauseGiveaway: action('pause', 'Pauses a giveaway. The end moves back by the same time.'),
  resumeGiveaway: action('resume', 'Takes entries again.'),
  dropLostNeed: action('drop', 'Removes deleted roles from the requirements.'),
  duplicateGiveaway: action('duplicate', 'Starts another giveaway with the same settings.'),
  rerollGiveaway: endpoint({
    method: 'POST',
    path: '/data/giveaways/{guildId}/{giveawayId}/reroll',
    summary: 'Draws new winners of an ended giveaway.',
    access: manager('guildId'),
    once: true,
    params: address,
    /** Without any field, replaces all winners who have not claimed, and excludes earlier winners. */
    body: z.object({
      winnerCount: int(1, 100).optional(),
      excludeEarlierWinners: z.boolean().optional(),
      /** Replaces only these winners. A winner who has claimed is replaced only if listed here. */
      replace: z.array(UserId).min(1).max(100).optional(),
    }),
    reply: sentence,
  }),
  claimPrize: endpoint({
    method: 'POST',
    path: '/data/giveaways/{guildId}/{giveawayId}/claim',
    summary: "Claims the caller's prize within the time to claim.",
    access: user,
    once: true,
    params: address,
    reply: sentence,
  }),
  leaveGiveaway: endpoint({
    method: 'POST',
    path: '/data/giveaways/{guildId}/{giveawayId}/leave',
    summary: "Removes the caller's entry from a running giveaway.",
    access: user,
    once: true,
    params: address,
    reply: sentence,
  }),
  listTemplates: endpoint({
    method: 'GET',
    path: '/data/giveaways/{guildId}/templates',
    summary: "The server's templates for giveaways.",
    access: manager('guildId'),
    params: inServer,
    reply: z.array(GiveawayTemplate),
  }),
  addTemplate: endpoint({
    method: 'POST',
    path: '/data/giveaways/{guildId}/templates',
    summary: 'Saves a template, and replaces one with the same title.',
    access: manager('guildId'),
    once: true,
    flag: 'Giveaways',
    params: inServer,
    body: GiveawayTemplate.omit({ templateId: true }),
    reply: sentence,
  }),
  removeTemplate: endpoint({
    method: 'DELETE',
    path: '/data/giveaways/{guildId}/templates/{templateId}',
    summary: 'Forgets kept settings.',
    access: manager('guildId'),
    params: inServer.extend({ templateId: RowId }),
    reply: sentence,
  }),
  listOwnGiveaways: endpoint({
    method: 'GET',
    path: '/data/user/{userId}/giveaways',
    summary: 'Giveaways that a person entered, won or hosts, with their receipts.',
    access: onlySelf('userId'),
    params: z.object({ userId: UserId }),
    query: z.object(page),
    reply: z.array(OwnGiveaway),
  }),
  listListedGiveaways: endpoint({
    method: 'GET',
    path: '/data/giveaways',
    summary: 'Running giveaways that their servers made public.',
    access: anyone,
    query: z.object(page),
    reply: z.array(ListedGiveaway),
  }),
} as const satisfies Home;

function action(word: string, summary: string) {
  return endpoint({
    method: 'POST',
    path: `/data/giveaways/{guildId}/{giveawayId}/${word}`,
    summary,
    access: manager('guildId'),
    once: true,
    params: address,
    reply: sentence,
  });
}
