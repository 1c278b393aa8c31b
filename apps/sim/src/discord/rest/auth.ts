import type { Core } from '../discord.ts';
import { ApiError } from '../rules/errors.ts';
import { applicationByToken } from '../state/state.ts';
import type { Auth, Route } from './route.ts';

/** Identifies the caller by the Authorization header. A wrong token is refused even on routes without a token. */
export function authenticate(core: Core, header: string | undefined): Auth {
  if (header === undefined || header === '') return { kind: 'none' };
  const space = header.indexOf(' ');
  const [scheme, token] = [header.slice(0, space), header.slice(space + 1)];
  // The token routes read an application's credentials themselves.
  if (scheme === 'Basic') return { kind: 'none' };
  if (scheme === 'Bot') {
    const application = applicationByToken(core.state, token);
    const user = application && core.state.users.get(application.botId);
    if (application && user) return { kind: 'bot', application, user };
  }
  if (scheme === 'Bearer') {
    const grant = core.state.grantsByToken.get(token);
    const user = grant && core.state.users.get(grant.userId);
    if (grant && user && grant.accessToken === token && grant.expiresAt > core.state.clock.ms()) {
      return { kind: 'bearer', grant, user };
    }
  }
  throw new ApiError(0);
}

/**
 * Discord's edge refuses callers without a valid User-Agent. The documented form is `DiscordBot (address, version)`,
 * but popular libraries use other forms. https://docs.discord.com/developers/reference#user-agent
 */
export function checkUserAgent(auth: Auth, userAgent: string | undefined): void {
  const isGood = auth.kind === 'bot' ? /^\S+ \(\S.*\)/.test(userAgent ?? '') : Boolean(userAgent);
  if (!isGood) throw new ApiError(40333);
}

export function checkAllowed(route: Route, auth: Auth): void {
  if (route.auth === 'none') return;
  if (auth.kind === 'none') throw new ApiError(0);
  if (route.auth === 'either') return;
  if (route.auth === 'bot') {
    if (auth.kind !== 'bot') throw new ApiError(20002);
    return;
  }
  if (auth.kind !== 'bearer') throw new ApiError(20001);
  if (!auth.grant.scopes.includes(route.auth.scope)) throw new ApiError(50026);
}
