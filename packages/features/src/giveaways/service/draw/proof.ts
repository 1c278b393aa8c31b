import type { GiveawayProof, MessageId, ProvenDraw } from '@tally/contract';
import { AppError, type Ctx, type Download } from '@tally/kernel';
import { listSummaries } from '../../../servers/index.ts';
import { readTerms } from '../../match/terms.ts';
import { findDraw, listDrawn, listDraws } from '../../store/draws.ts';
import { listFirstPresses, listRemovals } from '../../store/entries.ts';
import type { DrawnRow, DrawRow, GiveawayRow } from '../../tables.ts';
import { openSeed } from './seeds.ts';

/**
 * Returns everything needed to repeat the draws. A seed is shown only after its draw has ended, but the commitment of
 * the next draw is shown before.
 */
export async function readProof(ctx: Ctx, row: GiveawayRow): Promise<GiveawayProof> {
  if (row.state === 'scheduled') throw new AppError('proofNotYet');
  const terms = readTerms(row);
  const mode = terms.mode ?? 'draw';
  const [draws, drawn, removed, looks, presses] = await Promise.all([
    listDraws(ctx.db, row.id),
    listDrawn(ctx.db, [row.id]),
    listRemovals(ctx.db, row.id),
    listSummaries(ctx, [row.serverId]),
    mode === 'drop' && row.endedAt ? listFirstPresses(ctx.db, row.id, terms.winnerCount) : [],
  ]);
  const { network, isSimulated } = ctx.beacon;
  return {
    giveawayId: row.id,
    guildId: row.serverId,
    serverName: looks.get(row.serverId)?.name ?? '',
    name: terms.name,
    mode,
    state: row.state,
    startedAt: row.startedAt,
    endsAt: row.endsAt,
    people: row.people,
    beacon: { ...network, isSimulated },
    draws: draws.map((draw) => asProven(ctx, row, { draw, drawn })),
    removed,
    presses: presses.flatMap(({ key, interactionId }) => (interactionId ? [{ key, interactionId }] : [])),
  };
}

function asProven(
  ctx: Ctx,
  row: GiveawayRow,
  { draw, drawn }: { readonly draw: Omit<DrawRow, 'sheet'>; readonly drawn: readonly DrawnRow[] },
): ProvenDraw {
  const { number, commitment, round, signature, closedAt, drawnAt, sheetHash } = draw;
  return {
    number,
    commitment,
    seed: drawnAt ? openSeed(ctx, draw) : null,
    winners: draw.winners ?? 0,
    people: draw.people ?? 0,
    tickets: draw.tickets ?? 0,
    sheetHash,
    round,
    signature,
    post: postOf(row, draw.postId),
    abandoned: draw.abandoned.map(({ round, sheetHash, postId = null }) => ({
      round,
      sheetHash,
      post: postOf(row, postId),
    })),
    closedAt,
    drawnAt,
    order: drawn
      .filter((each) => each.number === number)
      .map(({ key, outcome, reason, userId, username, salt }) => {
        const isWinner = outcome === 'won';
        return {
          key,
          outcome,
          reason,
          userId: isWinner ? userId : null,
          username: isWinner ? username : null,
          salt: isWinner ? salt : null,
        };
      }),
  };
}

const postOf = (
  { serverId, channelId }: Pick<GiveawayRow, 'serverId' | 'channelId'>,
  messageId: MessageId | null,
): ProvenDraw['post'] =>
  messageId && { messageId, url: `https://discord.com/channels/${serverId}/${channelId}/${messageId}` };

/** Returns the exact bytes whose hash we published. */
export async function readSheet(ctx: Ctx, row: GiveawayRow, number: number): Promise<Download> {
  const draw = await findDraw(ctx.db, { giveawayId: row.id, number });
  if (!draw?.sheet) throw new AppError('proofNotYet');
  return {
    contentType: 'text/plain; charset=us-ascii',
    fileName: `${row.id}-draw-${number}.txt`,
    stream: new Blob([draw.sheet]).stream(),
  };
}
