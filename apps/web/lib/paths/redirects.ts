import { z } from 'zod';
import { go } from '../browser/go.ts';
import { config } from '../config.ts';
import { withNotice } from '../notices.ts';
import { askApi } from '../server-api.ts';

type Setting = 'SUPPORT_URL' | 'VOTE_URL' | 'TWITTER_URL' | 'TIKTOK_URL';

const sayNotSetUp = withNotice('not-set-up');

/** A short address of ours that leads elsewhere: as configured, else to a page of ours. */
export const redirectTo =
  (setting: Setting, fallback = sayNotSetUp) =>
  (): Response =>
    go(config()[setting] ?? fallback, [], 307);

const Invite = z.object({ invite: z.url({ protocol: /^https?$/ }) });

/** `/invite`: only the API knows the bot and the permissions that it needs. */
export async function redirectToInvite(request: Request): Promise<Response> {
  const wanted = new URL(request.url).searchParams.get('guildId');
  const query = wanted !== null && /^\d{5,20}$/.test(wanted) ? `?guildId=${wanted}` : '';
  const urls = Invite.safeParse(await askApi(request, `/oauth2${query}`));
  return go(urls.success ? urls.data.invite : withNotice('api-down'), [], 307);
}
