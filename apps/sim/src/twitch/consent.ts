import { escapeHtml } from '../http/reply.ts';
import type { Answer } from './call.ts';
import { pictureUrl } from './shapes.ts';
import type { Person, TwitchWorld } from './world.ts';

// Links, not a form: with `form-action` in a policy, Chromium refuses the redirect back to the app after a submit.
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** "Who are you?": choosing somebody is logging in and agreeing in one. */
export function authorizePage(world: TwitchWorld, query: URLSearchParams): Answer {
  const link = (as: string): string => {
    const chosen = new URLSearchParams(query);
    chosen.set('as', as);
    return `?${escapeHtml(chosen.toString())}`;
  };
  const row = (person: Person): string =>
    `<li><a href="${link(person.login)}"><img src="${escapeHtml(new URL(pictureUrl(world, person)).pathname)}" alt="" width="36" height="36">` +
    `<span>${escapeHtml(person.displayName)}<small>${escapeHtml(describe(person))}</small></span></a></li>`;
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  const wishes = scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`);
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Log in to the simulated Twitch</title>
<link rel="stylesheet" href="/page/styles/tokens.css">
<link rel="stylesheet" href="/page/styles/consent.css">
</head>
<body class="consent">
<main>
<p class="consent-world">Simulated Twitch</p>
<h1>Who is logging in?</h1>
<p>The app asks to:</p>
<ul class="consent-scopes">${wishes.join('')}</ul>
<ul class="consent-people">${[...world.people.values()].map(row).join('')}</ul>
<p><a class="consent-no" href="${link('')}">No, go back</a></p>
</main>
</body>
</html>`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
    },
    body,
  };
}

function describe(person: Person): string {
  if (person.title === '') return 'Viewer';
  return `${person.followers.toLocaleString('en-GB')} followers${person.stream ? ' · live' : ''}`;
}
