import { escapeHtml } from '../http/reply.ts';
import { type Answer, answerPage, type Call, type Route } from '../platform/call.ts';
import { cast } from './controls.ts';
import { botId, nextVoteOf, type TopggWorld } from './world.ts';

const POLICY = "default-src 'none'; style-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'";
/** Users in the initial state of the simulated Discord. */
const people = ['100000000000000001', '100000000000000002', '100000000000000003'];

/** The page to vote, as links. */
export const siteRoutes = (world: TopggWorld): Route[] => [
  { method: 'GET', path: '/bot/:id/vote', run: (call, { id = '' }) => showVote(world, call, id) },
];

function showVote(world: TopggWorld, call: Call, id: string): Answer {
  if (id !== botId) return page('There is no such bot', '', 404);
  const chosen = call.query.get('as');
  if (chosen === null || !/^\d{5,20}$/.test(chosen)) {
    const rows = people.map((person) => `<li><a href="?as=${person}"><span>Vote as ${person}</span></a></li>`);
    return page('Who votes?', `<ul class="consent-people">${rows.join('')}</ul>`);
  }
  const next = nextVoteOf(world, chosen);
  if (next) return page('You have already voted', `<p>Again from ${escapeHtml(next.toISOString())}.</p>`, 409);
  cast(world, chosen);
  return page('Thanks for voting', '<p>You can vote again in 12 hours.</p>');
}

function page(title: string, inner: string, status = 200): Answer {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · simulated top.gg</title>
<link rel="stylesheet" href="/page/styles/tokens.css">
<link rel="stylesheet" href="/page/styles/consent.css">
</head>
<body class="consent">
<main>
<p class="consent-world"><i class="glyph glyph-topgg"></i>Simulated top.gg</p>
<h1>${escapeHtml(title)}</h1>
${inner}
</main>
</body>
</html>`;
  return answerPage(status, body, { 'cache-control': 'no-store', 'content-security-policy': POLICY });
}
