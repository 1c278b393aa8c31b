import { z } from 'zod';
import { anyone, manager } from './access.ts';
import { page, sentence } from './codecs.ts';
import { endpoint, type Home } from './endpoint.ts';
import { int, RowId } from './fields.ts';
import {
  Giveaway,
  GiveawayBody,
  GiveawayEntry,
  GiveawayPatch,
  GiveawayProof,
  ScheduledGiveaway,
} from './giveaway-bodies.ts';
import { ServerId } from './ids.ts';

export const giveawayTimes = ['now', 'later'] as const;
export const giveawayDeletions = ['live', 'scheduled'] as const;

const inServer = z.object({ guildId: ServerId });
const address = z.object({ guildId: ServerId, giveawayId: RowId });

export const giveaways = {
  listGiveaways: endpoint({
    method: 'GET',
    path: '/data/giveaways/{guildId}',
    summary: 'Running, ended and scheduled giveaways of a server.',
    access: manager('guildId'),
    params: inServer,
    query: z.object(page),
    reply: z.object({ existing: z.array(Giveaway), scheduled: z.array(ScheduledGiveaway) }),
  }),
  getGiveaway: endpoint({
    method: 'GET',
    path: '/data/giveaways/{guildId}/{giveawayId}',
    summary: 'One giveaway.',
    access: manager('guildId'),
    params: address,
    reply: Giveaway,
  }),
  listEntries: endpoint({
    method: 'GET',
    path: '/data/giveaways/{guildId}/{giveawayId}/entries',
    summary: 'Who entered.',
    access: manager('guildId'),
    params: address,
    query: z.object(page),
    reply: z.array(GiveawayEntry),
  }),
  getProof: endpoint({
    method: 'GET',
    path: '/data/giveaways/{guildId}/{giveawayId}/proof',
    summary: 'What anybody needs to draw the winners again.',
    access: anyone,
    params: address,
    reply: GiveawayProof,
  }),
  createGiveaway: endpoint({
    method: 'POST',
    path: '/data/giveaways/{guildId}',
    summary: 'Starts a giveaway, now or later.',
    access: manager('guildId'),
    flag: 'Giveaways',
    flagBy: { from: 'query', name: 'when', choices: { later: 'ScheduleGiveaways' } },
    params: inServer,
    query: z.object({ when: z.enum(giveawayTimes).optional() }),
    body: GiveawayBody,
    reply: sentence,
  }),
  updateGiveaway: endpoint({
    method: 'PATCH',
    path: '/data/giveaways/{guildId}/{giveawayId}',
    summary: 'Changes name, length or number of winners of a running giveaway.',
    access: manager('guildId'),
    flag: 'ModifyGiveawayWhileRunning',
    params: address,
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
  rerollGiveaway: endpoint({
    method: 'POST',
    path: '/data/giveaways/{guildId}/{giveawayId}/reroll',
    summary: 'Draws new winners of an ended giveaway.',
    access: manager('guildId'),
    params: address,
    /** Without them: as many as before, earlier winners left out. */
    body: z.object({ winnerCount: int(1, 100).optional(), excludeEarlierWinners: z.boolean().optional() }),
    reply: sentence,
  }),
} as const satisfies Home;

function action(word: string, summary: string) {
  return endpoint({
    method: 'POST',
    path: `/data/giveaways/{guildId}/{giveawayId}/${word}`,
    summary,
    access: manager('guildId'),
    params: address,
    reply: sentence,
  });
}
