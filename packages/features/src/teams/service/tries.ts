import { beginTry, type Guess, guesserOf, type Judged, returnTry } from '@tally/infra/tries';
import { AppError, type Ctx, minutes } from '@tally/kernel';

const guessOf = (ctx: Ctx): Guess => ({
  about: 'team invitation',
  who: guesserOf(ctx),
  most: 10,
  withinMs: minutes(10),
});

/** Looks up a code, and refuses people who guess. After ten wrong codes, even a valid one is refused. */
export async function tryCode<T>(ctx: Ctx, look: () => Promise<T | null>): Promise<T> {
  const guess = guessOf(ctx);
  const judged = await beginTry(ctx, guess);
  if (!judged.isAllowed) throw stopped(ctx, judged);
  let isWrong = false;
  try {
    const found = await look();
    isWrong = found === null;
    return found ?? refuseCode(ctx);
  } finally {
    // A valid code can still be refused, for instance because the team is full.
    if (!isWrong) await returnTry(ctx, guess);
  }
}

/** Every wrong code gets the same answer. */
function refuseCode(ctx: Ctx): never {
  ctx.metrics.counter({ name: 'team_codes_refused_total', help: 'Codes of invitations that were not valid.' }).inc();
  throw new AppError('inviteNotValid');
}

function stopped(ctx: Ctx, { freeAt }: Judged): AppError {
  const seconds = Math.ceil((freeAt.getTime() - ctx.clock.now().getTime()) / 1_000);
  return new AppError('tooManyWrongCodes', { minutes: Math.ceil(seconds / 60), seconds });
}
