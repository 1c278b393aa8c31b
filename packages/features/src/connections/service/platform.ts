import { aboutPlatforms, type PlatformToLink } from '@tally/contract';
import { AppError, type Ctx, type PlatformLogin, UpstreamError } from '@tally/kernel';

/** The name in its usual spelling. */
export const nameOf = (ctx: Ctx, platform: PlatformToLink): string =>
  ctx.platforms.definitions.find(({ id }) => id === platform)?.name ?? platform;

/** Refuses if the platform has no login page or we have no keys for it. */
export function loginOf(ctx: Ctx, platform: PlatformToLink): PlatformLogin {
  const login = ctx.platforms.with('login').get(platform);
  if (login) return login;
  const code = aboutPlatforms[platform].login === 'api-url' ? 'linkNeedsAddress' : 'linkingOff';
  throw new AppError(code, { platform: nameOf(ctx, platform) });
}

/** The redirect URL for the platform. It is a page, because only the browser has the session. */
export const redirectUriOf = (ctx: Ctx, platform: PlatformToLink): string =>
  `${ctx.config.webUrl}/link/${platform}/callback`;

/** Turns an error of the platform into a sentence that names it. */
export async function asking<T>(ctx: Ctx, platform: PlatformToLink, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.warn({ err: error, platform }, 'A platform did not answer while linking an account.');
    throw new AppError('linkPlatformDown', { platform: nameOf(ctx, platform) });
  }
}
