import type { UserId } from '@tally/contract';
import { AppError, type Ctx, minutes } from '@tally/kernel';
import { countWrong, deleteTriesBefore, findTries } from '../store/tries.ts';

const MOST_WRONG = 10;
const WITHIN_MS = minutes(10);

export const triesOf = (userId: UserId): string => `user ${userId}`;

/** A person is counted wherever they are; who is not logged in, by an address that nobody can read out of the table. */
const whoIs = (ctx: Ctx): string =>
  ctx.caller.kind === 'user'
    ? triesOf(ctx.caller.userId)
    : `address ${ctx.secrets.sign('team-tries', ctx.client?.ip ?? '')}`;

/** Who has guessed too often learns nothing more, not even of a good code. */
export async function refuseGuesser(ctx: Ctx): Promise<void> {
  const found = await findTries(ctx.db, whoIs(ctx));
  if (found && found.wrong >= MOST_WRONG) refuseUntil(ctx, found.since);
}

/** However a code is wrong, the answer is the same. */
export async function refuseCode(ctx: Ctx): Promise<never> {
  const now = ctx.clock.now();
  const begun = new Date(now.getTime() - WITHIN_MS);
  ctx.metrics.counter({ name: 'team_codes_refused_total', help: 'Codes of invitations that were not valid.' }).inc();
  await deleteTriesBefore(ctx.db, begun);
  const { wrong, since } = await countWrong(ctx.db, whoIs(ctx), { now, begun });
  if (wrong > MOST_WRONG) refuseUntil(ctx, since);
  throw new AppError('inviteNotValid');
}

function refuseUntil(ctx: Ctx, since: Date): void {
  const seconds = Math.ceil((since.getTime() + WITHIN_MS - ctx.clock.now().getTime()) / 1_000);
  if (seconds > 0) throw new AppError('tooManyWrongCodes', { minutes: Math.ceil(seconds / 60), seconds });
}
