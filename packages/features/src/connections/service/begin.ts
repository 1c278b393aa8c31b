import { createHash } from 'node:crypto';
import { LINK_ATTEMPT_MINUTES, type PlatformToLink } from '@tally/contract';
import { type Ctx, type LoggedIn, type LoginDepth, minutes } from '@tally/kernel';
import { findAccount } from '../store/accounts.ts';
import { addAttempt } from '../store/proofs.ts';
import { loginOf, redirectUriOf } from './platform.ts';
import { sealVerifier } from './seal.ts';

/**
 * Returns the URL of the platform's login page. Its state belongs to this session, so another browser cannot use it.
 * Otherwise, an attacker could trick a person into linking the attacker's account.
 */
export async function startConnecting(
  ctx: Ctx,
  caller: LoggedIn,
  platform: PlatformToLink,
  depth: LoginDepth,
): Promise<string> {
  const login = loginOf(ctx, platform);
  const state = ctx.secrets.newToken();
  const verifier = ctx.secrets.newToken();
  const { userId, sessionId } = caller;
  await addAttempt(ctx.db, {
    stateHash: ctx.secrets.hashToken(state),
    userId,
    sessionId,
    platform,
    verifier: sealVerifier(ctx, { platform, userId }, verifier),
    expiresAt: new Date(ctx.clock.now().getTime() + minutes(LINK_ATTEMPT_MINUTES)),
  });
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const held = (await findAccount(ctx.db, { userId, platform }))?.scopes ?? [];
  return login.addressOf({ state, redirectUri: redirectUriOf(ctx, platform), challenge, depth, held });
}
