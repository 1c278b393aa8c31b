import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../../http/body.ts';
import { redirect, sendHtml } from '../../http/reply.ts';
import type { Target } from '../../world.ts';
import type { Core } from '../discord.ts';
import type { Guild, User } from '../state/types.ts';
import { joinGuild } from '../work/members.ts';
import { issueCode } from './grants.ts';
import { consentPage, errorPage } from './page.ts';
import { invitableGuilds, readWish, type Wish } from './wish.ts';

export interface Refusal {
  readonly refusal: string;
}

/** Handles consent. Returns the redirect or an error, or null for an invite that ends on Discord's own page. */
export function grantWish(
  core: Core,
  wish: Wish,
  choice: { user: User; guildId: string | null },
): { location: string | null } | Refusal {
  const { user } = choice;
  let guild: Guild | undefined;
  if (wish.scopes.includes('bot')) {
    const guildId = wish.isGuildFixed && wish.guildId ? wish.guildId : (choice.guildId ?? wish.guildId);
    guild = invitableGuilds(core, user).find((candidate) => candidate.id === guildId);
    if (!guild) return { refusal: 'You cannot add an app to that server' };
    const bot = core.state.users.get(wish.application.botId);
    if (bot) joinGuild(core, guild, bot, { permissions: wish.permissions });
  }
  if (!wish.redirectUri) return { location: null };
  const location = new URL(wish.redirectUri);
  location.searchParams.set(
    'code',
    issueCode(core, {
      applicationId: wish.application.id,
      userId: user.id,
      scopes: wish.scopes,
      redirectUri: wish.redirectUri,
      guildId: guild?.id,
      challenge: wish.challenge,
    }),
  );
  if (wish.state !== null) location.searchParams.set('state', wish.state);
  if (guild) {
    location.searchParams.set('guild_id', guild.id);
    location.searchParams.set('permissions', wish.permissions);
  }
  return { location: location.href };
}

export function denyWish(wish: Wish): string | null {
  if (!wish.redirectUri) return null;
  const location = new URL(wish.redirectUri);
  location.searchParams.set('error', 'access_denied');
  location.searchParams.set('error_description', 'The resource owner or authorization server denied the request');
  if (wish.state !== null) location.searchParams.set('state', wish.state);
  return location.href;
}

/** Serves `/discord/oauth2/authorize`: the page and its two buttons. */
export async function serveAuthorize(
  core: Core,
  call: { req: IncomingMessage; res: ServerResponse; target: Target },
): Promise<void> {
  const { req, res, target } = call;
  const wish = readWish(core, target.query);
  if (typeof wish === 'string') return sendHtml(res, 400, errorPage(wish));
  if (req.method !== 'POST') {
    const people = [...core.state.users.values()].filter((user) => user.isDemo);
    return sendHtml(res, 200, consentPage({ core, wish, people, action: `?${target.query.toString()}` }));
  }
  const form = new URLSearchParams((await readBody(req)).toString('utf8'));
  if (form.get('choice') !== 'authorise') return goTo(res, denyWish(wish), 'Cancelled');
  const user = core.state.users.get(form.get('user_id') ?? '');
  if (!user || user.bot) return sendHtml(res, 400, errorPage('Unknown person'));
  const outcome = grantWish(core, wish, { user, guildId: form.get('guild_id') });
  if ('refusal' in outcome) return sendHtml(res, 403, errorPage(outcome.refusal));
  goTo(res, outcome.location, 'Authorised');
}

function goTo(res: ServerResponse, location: string | null, otherwise: string): void {
  if (location === null) sendHtml(res, 200, errorPage(otherwise));
  else redirect(res, location);
}
