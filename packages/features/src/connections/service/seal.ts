import type { PlatformToLink } from '@tally/contract';
import type { Ctx, LoginTokens } from '@tally/kernel';
import type { AccountRow } from '../tables.ts';

interface TokenOwner {
  readonly platform: PlatformToLink;
  readonly userId: string;
}

/** Ties each token to its person and platform, so a copy in another row cannot be decrypted. */
const purpose = (word: 'access' | 'refresh' | 'verifier', { platform, userId }: TokenOwner): string =>
  `${platform}-${word}:${userId}`;

type SealedTokens = Pick<AccountRow, 'accessToken' | 'refreshToken' | 'scopes' | 'expiresAt'>;

export function sealTokens(ctx: Ctx, place: TokenOwner, tokens: LoginTokens): SealedTokens {
  const { accessToken, refreshToken, scopes, expiresInSeconds } = tokens;
  return {
    accessToken: ctx.secrets.encrypt(purpose('access', place), accessToken),
    refreshToken: refreshToken === null ? null : ctx.secrets.encrypt(purpose('refresh', place), refreshToken),
    scopes: [...scopes],
    expiresAt: new Date(ctx.clock.now().getTime() + expiresInSeconds * 1000),
  };
}

export const noTokens = { accessToken: null, refreshToken: null, scopes: [], expiresAt: null };

export function openToken(ctx: Ctx, place: TokenOwner, word: 'access' | 'refresh', sealed: string): string {
  return ctx.secrets.decrypt(purpose(word, place), sealed);
}

export const sealVerifier = (ctx: Ctx, place: TokenOwner, verifier: string): string =>
  ctx.secrets.encrypt(purpose('verifier', place), verifier);
export const openVerifier = (ctx: Ctx, place: TokenOwner, sealed: string): string =>
  ctx.secrets.decrypt(purpose('verifier', place), sealed);
