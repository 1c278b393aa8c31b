import { type SlashCall, serverOf } from '@tally/discord/interactions';
import { AppError, type Ctx, minutes as inMinutes, readTypedTime, say } from '@tally/kernel';
import { zoneFor } from '../service/zone.ts';

const MINUTE_MS = inMinutes(1);

export interface Until {
  readonly minutes: number;
  /** Set if the user typed a date, or a duration that is not a whole number of minutes. */
  readonly endsAt: Date | null;
}

/** Reads a typed duration, which counts from `from`, or a typed date in the server's time zone. */
export async function readUntil(
  ctx: Ctx,
  call: SlashCall,
  { typed, from }: { typed: string; from: Date },
): Promise<Until> {
  const zone = await zoneFor(ctx, { serverId: serverOf(call), userId: call.userId });
  const time = readTypedTime(typed, { zone, now: ctx.clock.now() });
  const wrong = (key: 'badSpan' | 'spanOver' | 'spanSkipped') =>
    new AppError('invalidFields', {}, [say(ctx.locale, `giveaways.${key}`, { zone })]);
  switch (time.kind) {
    case 'length': {
      const minutes = Math.ceil(time.milliseconds / MINUTE_MS);
      const isWhole = minutes * MINUTE_MS === time.milliseconds;
      return { minutes, endsAt: isWhole ? null : new Date(from.getTime() + time.milliseconds) };
    }
    case 'moment':
      return { minutes: Math.max(1, Math.ceil((time.at.getTime() - from.getTime()) / MINUTE_MS)), endsAt: time.at };
    case 'past':
      throw wrong('spanOver');
    case 'skipped':
      throw wrong('spanSkipped');
    case 'unclear':
      throw wrong('badSpan');
    default:
      return time satisfies never;
  }
}
