import { StatusHistory } from '@tally/contract/status/history';
import { config } from '../../lib/config.ts';
import { readPublic } from '../../lib/read-public.ts';

/** Serves the state of each component and open incidents to programs. Other sites may read it. */
export async function answerStatus(): Promise<Response> {
  const history = await readPublic('/status/history', StatusHistory);
  const { webUrl, SITE_NAME: name } = config();
  const page = { name, url: `${webUrl}/status` };
  const body = history
    ? {
        page,
        status: history.headline.state,
        sampledAt: history.sampledAt,
        components: history.components.map(({ component, state, since, share }) => ({
          component,
          state,
          since,
          share,
        })),
        incidents: history.incidents.filter(({ state }) => state !== 'over'),
      }
    : { page, status: 'major' };
  return Response.json(body, {
    status: history ? 200 : 503,
    headers: { 'cache-control': 'public, max-age=15', 'access-control-allow-origin': '*' },
  });
}
