import { z } from 'zod';
import { go } from '../browser/go.ts';
import { withNotice } from '../notices.ts';
import { askApi } from '../server-api.ts';

const Invite = z.object({ invite: z.url({ protocol: /^https?$/ }) });

/** Handles `/invite`. Only the API knows the bot and its permissions. */
export async function redirectToInvite(request: Request): Promise<Response> {
  const wanted = new URL(request.url).searchParams.get('guildId');
  const query = wanted !== null && /^\d{5,20}$/.test(wanted) ? `?guildId=${wanted}` : '';
  const urls = Invite.safeParse(await askApi(request, `/oauth2${query}`));
  return go(urls.success ? urls.data.invite : withNotice('api-down'), [], 307);
}
