import { aboutPlatforms, type PlatformToLink } from '@tally/contract';
import { AppError, type Ctx, type PlatformLogin, UpstreamError } from '@tally/kernel';

/** Returns the platform's name in its usual spelling. */
export const nameOf = (ctx: Ctx, platform: PlatformToLink): string =>
  ctx.platforms.definitions.find(({ id }) => id === platform)?.name ?? platform;

/** Throws if the platform has no login page, or if we have no keys for it. */
export function loginOf(ctx: Ctx, platform: PlatformToLink): PlatformLogin {
  const login = ctx.platforms.with('login').get(platform);
  if (login) return login;
  const code = aboutPlatforms[platform].login === 'api-url' ? 'linkNeedsAddress' : 'linkingOff';
  throw new AppError(code, { platform: nameOf(ctx, platform) });
}

/** The platform redirects to a page, not to the API, because only the browser has the session. */
export const redirectUriOf = (ctx: Ctx, platform: PlatformToLink): string =>
  `${ctx.config.webUrl}/link/${platform}/callback`;

/** Replaces a platform's error with one that names the platform. */
export async function asking<T>(ctx: Ctx, platform: PlatformToLink, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.warn({ err: error, platform }, 'A platform did not answer while linking an account.');
    throw new AppError('linkPlatformDown', { platform: nameOf(ctx, platform) });
  }
}
