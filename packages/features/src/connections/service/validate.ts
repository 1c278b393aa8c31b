import { PlatformToLink } from '@tally/contract';
import { type Ctx, defineJob, minutes, type Revocation, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { countHeld, listAccountsById, listUnvalidated } from '../store/accounts.ts';
import { nameOf } from './platform.ts';
import { validate } from './token.ts';

/** A run every five minutes validates each token within the hour; see docs/decisions/0077. */
const VALIDATED_EVERY_MS = minutes(50);
/** After a start or a day of downtime every token is due, so we spread them over this many runs. */
const RUNS = 10;
const FEW = 10;

const platformsThatValidate = (ctx: Ctx): readonly PlatformToLink[] =>
  PlatformToLink.options.filter((platform) => ctx.platforms.with('validation').has(platform));

/** Twitch requires us to validate every stored token hourly, and to act when one is revoked. */
export async function validateTokens(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  for (const platform of platformsThatValidate(ctx)) {
    const held = await countHeld(ctx.db, platform, now);
    const rows = await listUnvalidated(ctx.db, {
      platform,
      now,
      since: new Date(now.getTime() - VALIDATED_EVERY_MS),
      limit: Math.max(FEW, Math.ceil(held / RUNS)),
    });
    try {
      if (held > 0) await ctx.platforms.with('push').get(platform)?.hearRevocations();
      for (const row of rows) {
        if (signal.aborted) return;
        await validate(ctx, row);
      }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      // The platform would fail for other tokens, too, so the next run retries them.
      ctx.log.warn(
        { err: error, platform },
        `${nameOf(ctx, platform)} did not answer which permissions are still valid.`,
      );
    }
  }
}

/** A push may be late, and the person may have logged in again since, so a job validates the token first. */
export async function handleRevocation(ctx: Ctx, revocation: Revocation): Promise<void> {
  await ctx.queue.send(checkRevoked, revocation, { singletonKey: `${revocation.platform} ${revocation.accountId}` });
}

export const checkRevoked = defineJob({
  name: 'connections/check-revoked',
  data: z.object({ platform: PlatformToLink, accountId: z.string() }),
  async run(ctx, { platform, accountId }) {
    for (const row of await listAccountsById(ctx.db, platform, [accountId])) await validate(ctx, row);
  },
});
