import { beginTry, guesserOf, returnTry } from '@tally/infra/tries';
import { AppError, type Ctx, hours, requireUser } from '@tally/kernel';
import { giveFlags } from '../../account/index.ts';
import { recogniseAgain } from '../../session/index.ts';

const WORD = 'SETUP_WORD';
const MOST_WRONG = 20;

type Doors = Pick<Ctx, 'config' | 'db' | 'houseSettings'>;

/** In the simulated world anyone can log in as any person, so an owner would protect nothing. */
export async function hasOwner({ config, db, houseSettings }: Doors): Promise<boolean> {
  return config.discord.isReal && (await houseSettings.owners(db)).length > 0;
}

/** The URL that opens the setup page, for the log. Null if the installation has an owner. */
export async function setupAddress(doors: Doors & Pick<Ctx, 'secrets'>): Promise<string | null> {
  const { config, db, houseSettings, secrets } = doors;
  if (await hasOwner(doors)) return null;
  await houseSettings.add(db, WORD, secrets.newToken());
  const { [WORD]: word = '' } = await houseSettings.read(db);
  return `${config.webUrl}/setup?word=${word}`;
}

/** Accepts the word from the log as long as the installation has no owner. */
export async function requireWord(ctx: Ctx, word: string): Promise<void> {
  if (await hasOwner(ctx)) throw new AppError('setupClosed');
  const guess = { about: 'setup', who: guesserOf(ctx), most: MOST_WRONG, withinMs: hours(1) };
  const { isAllowed, freeAt } = await beginTry(ctx, guess);
  if (!isAllowed) {
    const waitMs = freeAt.getTime() - ctx.clock.now().getTime();
    throw new AppError('setupLocked', { minutes: Math.max(1, Math.ceil(waitMs / 60_000)) });
  }
  const { [WORD]: wanted } = await ctx.houseSettings.read(ctx.db);
  if (!wanted || !ctx.secrets.isEqual(wanted, word)) throw new AppError('setupClosed');
  await returnTry(ctx, guess);
}

export function requireOwner(ctx: Ctx): void {
  if (!requireUser(ctx).flags.has('Owner')) throw new AppError('ownersOnly');
}

/** Makes the first person with the word the owner. After that, the word no longer works. */
export async function becomeOwner(ctx: Ctx, word: string): Promise<void> {
  await requireWord(ctx, word);
  if (!ctx.config.discord.isReal) throw new AppError('setupNotReal');
  const { userId } = requireUser(ctx);
  await ctx.db.transaction(async (tx) => {
    const isFirst = await ctx.houseSettings.add(tx, 'OWNER_IDS', userId);
    if (!isFirst) throw new AppError('setupClosed');
    await ctx.houseSettings.put(tx, { [WORD]: null });
    await giveFlags({ ...ctx, db: tx }, userId, { add: ['Owner'], remove: [] });
  });
  await recogniseAgain(ctx);
}
