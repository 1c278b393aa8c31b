import { timingSafeEqual } from 'node:crypto';
import { LocaleValue } from '@tally/contract/account/calls';
import { INVITATION, LoginReply } from '@tally/contract/session/calls';
import { z } from 'zod';
import { LOCALE_COOKIE } from '../../i18n/locale.ts';
import { go } from '../../lib/browser/go.ts';
import { withNotice } from '../../lib/notices.ts';
import { localPath } from '../../lib/paths/local-path.ts';
import {
  droppedLoginCookie,
  isSecure,
  LOGIN_COOKIE,
  localeCookie,
  loginCookie,
  readCookie,
  tokenCookie,
} from '../../lib/proxy/session-cookies.ts';
import { askApi } from '../../lib/server-api.ts';

const OauthUrls = z.object({ login: z.url({ protocol: /^https?$/ }) });
const Entered = LoginReply.pick({ customToken: true }).extend({
  // Accepts a missing language, which must not block a login.
  user: z
    .object({ discord: z.object({ id: z.string().regex(/^\d{1,20}$/) }), database: z.object({ locale: LocaleValue }) })
    .optional()
    .catch(undefined),
});
const Code = z.string().min(1).max(512);

/** Handles `/login`: stores the page to return to and redirects to Discord. */
export async function beginLogin(request: Request): Promise<Response> {
  const next = localPath(new URL(request.url).searchParams.get('next'));
  const urls = OauthUrls.safeParse(await askApi(request, '/oauth2'));
  if (!urls.success) return go(withNotice('api-down'));
  const elsewhere = ownHost(request, { login: urls.data.login, next });
  if (elsewhere) return go(elsewhere);

  const state = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
  const authorize = new URL(urls.data.login);
  authorize.searchParams.set('state', state);
  return go(authorize.href, [loginCookie(`${state}.${encodeURIComponent(next)}`, isSecure(request))]);
}

/**
 * The login cookie belongs to one host. On another of our hosts (such as 127.0.0.1), the login restarts once at the
 * host that Discord returns to. Only once, because a proxy may hide the real host.
 */
function ownHost(request: Request, { login, next }: { readonly login: string; readonly next: string }): string | null {
  const back = URL.parse(new URL(login).searchParams.get('redirect_uri') ?? '');
  const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host');
  if (!back || host === null || host === back.host || new URL(request.url).searchParams.has('again')) return null;
  return `${back.origin}/login?${new URLSearchParams({ next, again: '1' })}`;
}

/**
 * Handles `/login/callback`. Only the browser that began the login can finish it, and each attempt uses up its state.
 * https://discord.com/developers/docs/topics/oauth2#state-and-security
 */
export async function endLogin(request: Request): Promise<Response> {
  const secure = isSecure(request);
  const used = droppedLoginCookie(secure);
  const query = new URL(request.url).searchParams;
  const state = single(query, 'state');
  if (state?.split('.')[0] === INVITATION) return endInvitation(query, state);
  const begun = readLogin(request);
  if (!begun || !isSame(single(query, 'state'), begun.state)) return go(withNotice('login-failed'), [used]);
  if (query.has('error')) return go(withNotice('login-cancelled'), [used]);

  const code = Code.safeParse(single(query, 'code'));
  if (!code.success) return go(withNotice('login-failed'), [used]);
  const call = new URLSearchParams({ code: code.data, add: 'true' });
  const reply = Entered.safeParse(await askApi(request, `/sessions?${call}`, { method: 'POST', timeoutMs: 20_000 }));
  if (!reply.success) return go(withNotice('login-failed'), [used]);
  const { customToken: token, user } = reply.data;
  const language = await agreeOnLanguage(request, token, user);
  return go(begun.next, [used, tokenCookie(token, secure), ...(language ? [localeCookie(language, secure)] : [])]);
}

const SERVER_ID = /^\d{5,20}$/;

/**
 * Handles the return from Discord's dialog to add the bot. It ignores the code: the bot has already joined, and the
 * server's page checks access.
 */
function endInvitation(query: URLSearchParams, state: string): Response {
  const named = single(query, 'guild_id') ?? state.split('.')[1] ?? '';
  const page = SERVER_ID.test(named) ? `/dashboard/server/${named}` : '/select';
  return go(query.has('error') ? withNotice('invite-declined', page) : page);
}

/**
 * Uses the same language for page and account. A language chosen on this page is stored in the account; otherwise the
 * page follows the account. See decision 0145.
 */
async function agreeOnLanguage(
  request: Request,
  token: string,
  user: z.output<typeof Entered>['user'],
): Promise<LocaleValue | undefined> {
  const chosen = LocaleValue.safeParse(readCookie(request, LOCALE_COOKIE)).data;
  if (!chosen || !user) return user?.database.locale;
  if (chosen !== user.database.locale) {
    await askApi(request, `/data/user/${user.discord.id}`, { method: 'PATCH', token, body: { locale: chosen } });
  }
  return undefined;
}

function readLogin(request: Request): { state: string; next: string } | undefined {
  const value = readCookie(request, LOGIN_COOKIE);
  const at = value?.indexOf('.') ?? -1;
  if (!value || at < 32) return undefined;
  return { state: value.slice(0, at), next: localPath(value.slice(at + 1)) };
}

/** A repeated parameter could be read differently elsewhere, so it counts as missing. */
function single(query: URLSearchParams, name: string): string | undefined {
  const all = query.getAll(name);
  return all.length === 1 ? all[0] : undefined;
}

function isSame(given: string | undefined, expected: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
