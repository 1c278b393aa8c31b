import { StatusHistory } from '@tally/contract/status-history';
import { config } from '../../lib/config.ts';
import { readPublic } from '../../lib/read-public.ts';

/** For programs: how each part is, and what lasts. Programs of others may read it from their own pages. */
export async function answerStatus(): Promise<Response> {
  const history = await readPublic('/status/history', StatusHistory);
  const { webUrl, SITE_NAME: name } = config();
  const page = { name, url: `${webUrl}/status` };
  const body = history
    ? {
        page,
        status: history.components.some(({ state }) => state === 'down') ? 'trouble' : 'good',
        sampledAt: history.sampledAt,
        components: history.components.map(({ component, state }) => ({ component, state })),
        incidents: history.incidents.filter(({ state }) => state !== 'over'),
      }
    : { page, status: 'down' };
  return Response.json(body, {
    status: history ? 200 : 503,
    headers: { 'cache-control': 'public, max-age=15', 'access-control-allow-origin': '*' },
  });
}
