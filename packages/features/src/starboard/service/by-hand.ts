import type { ServerId } from '@tally/contract';
import type { Message } from '@tally/discord/rest';
import type { Ctx } from '@tally/kernel';
import { isEmojiOf } from '../match.ts';
import type { Board } from '../tables.ts';
import { boardsAtWork } from './boards.ts';
import { candidateOf } from './candidate.ts';
import { carryOut, type Deed, seenMessage } from './post.ts';

/** Posts a message on a board for a moderator, regardless of its stars and the board's filters. */
export async function postByHand(
  ctx: Ctx,
  serverId: ServerId,
  { board, message }: { board: Board; message: Message },
): Promise<Deed> {
  const { bitfield } = await boardsAtWork(ctx, serverId);
  const seen = await seenMessage(ctx, { serverId, message, bitfield });
  const candidate = await candidateOf(ctx, { serverId, message, needsRoles: false });
  const stars = message.reactions.find((each) => isEmojiOf(board.settings, each.emoji))?.count ?? 0;
  return await carryOut(ctx, seen, { board, stars, candidate, isWelcome: true, isForced: true });
}
