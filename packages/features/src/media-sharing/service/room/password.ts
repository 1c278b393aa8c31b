import { type ScryptOptions, scrypt } from 'node:crypto';
import type { UserId } from '@tally/contract';
import { beginTry, type Guess, peekTries, personWho, returnTry } from '@tally/infra/tries';
import { AppError, type Ctx, minutes } from '@tally/kernel';
import type { RoomRow } from '../../tables.ts';

/**
 * An attempt takes 16 MB and 40 ms: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost: ScryptOptions = { N: 2 ** 14, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** After this many wrong passwords, the person has to wait. */
export const MOST_WRONG = 5;
const REMEMBERED_MS = minutes(10);

const derive = (password: string, salt: string): Promise<string> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), Buffer.from(salt, 'base64url'), KEY_BYTES, cost, (error, key) =>
      error ? reject(error) : resolve(key.toString('base64url')),
    );
  });

export async function hashPassword(ctx: Pick<Ctx, 'random'>, password: string): Promise<string> {
  const salt = Buffer.from(ctx.random.bytes(SALT_BYTES)).toString('base64url');
  return `${salt}.${await derive(password, salt)}`;
}

async function isRight(ctx: Ctx, stored: string, password: string): Promise<boolean> {
  const [salt = '', key = ''] = stored.split('.');
  return ctx.secrets.isEqual(await derive(password, salt), key);
}

/** Throws if the room has another password. After too many attempts, it throws without checking the password. */
export async function requirePassword(
  ctx: Ctx,
  room: RoomRow,
  who: UserId,
  password: string | undefined,
): Promise<void> {
  if (room.password === null) return;
  const guess: Guess = {
    about: `media password ${room.ownerId}`,
    who: personWho(who),
    most: MOST_WRONG,
    withinMs: REMEMBERED_MS,
  };
  const { isAllowed } = await (password ? beginTry(ctx, guess) : peekTries(ctx, guess));
  if (!isAllowed) throw new AppError('mediaPasswordTries');
  if (!password || !(await isRight(ctx, room.password, password))) throw new AppError('mediaPasswordWrong');
  await returnTry(ctx, guess);
}
