import { escapeHtml } from '../http/reply.ts';
import { type Answer, answerJson, type Call, type Route } from '../platform/call.ts';
import { sitePage } from '../platform/consent.ts';
import { openPlatform } from '../platform/open.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { cast, createControls } from './controls.ts';
import { describePanel } from './panel.ts';
import { botId, createWorld, nextVoteOf, type TopggWorld } from './world.ts';

/** Users in the initial state of the simulated Discord. */
const people = ['100000000000000001', '100000000000000002', '100000000000000003'];

/** Serves the voting page, with links. */
const siteRoutes = (world: TopggWorld): Route[] => [
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

const page = (title: string, inner: string, status?: number): Answer =>
  sitePage({ tab: `${title} · simulated top.gg`, mark: 'topgg', site: 'top.gg', title, inner }, status);

const createTopgg = (shared: Shared) =>
  openPlatform<TopggWorld>(shared, {
    name: 'topgg',
    create: (doors) => createWorld(doors, process.env['SIM_TOPGG_CALLBACK_URL'] || null),
    routes: siteRoutes,
    controls: createControls,
    summary: (world) => ({
      panel: describePanel(world),
      votes: [...world.votes.values()].slice(-50),
      deliveries: world.deliveries.slice(0, 50),
      requests: world.requests,
    }),
    trouble: () => null,
    limited: () => answerJson(429, { type: 'rate_limited', title: 'Rate limited', status: 429 }),
    malformed: () => answerJson(400, { type: 'bad_request', title: 'Bad request', status: 400 }),
    isQuiet: () => false,
  });

export const topgg: WorldDefinition = { name: 'topgg', prefix: '/topgg', create: createTopgg };
