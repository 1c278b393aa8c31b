import { type Ctx, days } from '@tally/kernel';
import { countHeard } from '@tally/pipeline/detection';
import { z } from 'zod';
import { type Answer, ask, downOf, type Finding, found } from './finding.ts';

type Doors = Pick<Ctx, 'config' | 'http'>;

/** Requests an app token, which succeeds only if the client id and secret match. */
const askForToken = (
  doors: Doors,
  about: { world: string; url: string; clientId: string; clientSecret: string },
): Promise<Answer> =>
  ask(doors, {
    world: about.world,
    url: about.url,
    method: 'POST',
    isQuestion: true,
    body: {
      form: { grant_type: 'client_credentials', client_id: about.clientId, client_secret: about.clientSecret },
    },
  });

/** Kick's pushes may be late for a few streams a day, but not for this many. */
const STREAMS_WITHOUT_PUSH = 3;

export async function checkKick(
  doors: Doors & Pick<Ctx, 'clock'> & { readonly db: Ctx['db'] | null },
): Promise<readonly Finding[] | null> {
  const { config, db, clock } = doors;
  if (!config.kick.isReal) return null;
  const answer = await askForToken(doors, { world: 'kick', url: `${config.kick.idUrl}/oauth/token`, ...config.kick });
  const down = downOf('Kick', answer);
  if (down) return [down];
  if (answer.status >= 400) return [found('kickKeysWrong')];
  if (!db || !config.publicApiUrl.startsWith('https:')) return [];
  const { begun, pushed } = await countHeard(db, 'kick', new Date(clock.now().getTime() - days(1)));
  const isSilent = pushed === 0 && begun >= STREAMS_WITHOUT_PUSH;
  return isSilent ? [found('kickNeverPushed', { address: `${config.publicApiUrl}/webhooks/kick` })] : [];
}

export async function checkTwitch(doors: Doors): Promise<readonly Finding[] | null> {
  const { twitch } = doors.config;
  if (!twitch.isReal) return null;
  const answer = await askForToken(doors, { world: 'twitch', url: `${twitch.idUrl}/oauth2/token`, ...twitch });
  const down = downOf('Twitch', answer);
  if (down) return [down];
  return answer.status >= 400 ? [found('twitchKeysWrong')] : [];
}

/** Any video works, because the check only tests the key. The call costs one unit of the quota. */
const ANY_VIDEO = 'jNQXAC9IVRw';

const Refusal = z.object({
  error: z.object({
    errors: z.array(z.object({ reason: z.string() })).default([]),
    message: z.string().default(''),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});

export async function checkYoutube(doors: Doors): Promise<readonly Finding[] | null> {
  const { youtube } = doors.config;
  if (!youtube.isReal) return null;
  const [answer, client] = await Promise.all([
    ask(doors, {
      world: 'youtube',
      url: `${youtube.apiUrl}/videos`,
      query: { part: 'id', id: ANY_VIDEO },
      headers: { 'x-goog-api-key': youtube.apiKey },
    }),
    checkGoogleClient(doors),
  ]);
  return [...judgeYoutube(answer), ...client];
}

/** https://developers.google.com/youtube/v3/docs/errors, https://cloud.google.com/apis/design/errors */
function judgeYoutube(answer: Answer): Finding[] {
  if (answer.status === 200) return [];
  const { error } = Refusal.safeParse('json' in answer ? answer.json : null).data ?? {};
  const reasons = [...(error?.errors ?? []), ...(error?.details ?? [])].flatMap(({ reason }) => reason ?? []);
  const says = (...words: string[]) => words.some((word) => reasons.includes(word));
  if (says('quotaExceeded', 'dailyLimitExceeded')) return [found('youtubeQuotaUsed')];
  if (says('accessNotConfigured', 'SERVICE_DISABLED')) return [found('youtubeApiOff')];
  if (says('API_KEY_INVALID', 'keyInvalid')) return [found('youtubeKeyWrong')];
  const down = downOf('YouTube', answer);
  if (down) return [down];
  if (answer.status === 403) return [found('youtubeKeyRestricted', { reason: reasons.at(-1) ?? '403' })];
  return answer.status === 400 ? [found('youtubeKeyWrong')] : [];
}

async function checkGoogleClient(doors: Doors): Promise<Finding[]> {
  const { login } = doors.config.youtube;
  if (!login) return [];
  const { clientId, clientSecret, tokenUrl } = login;
  const form = { grant_type: 'refresh_token', refresh_token: 'none', client_id: clientId, client_secret: clientSecret };
  const answer = await ask(doors, {
    world: 'youtube',
    url: `${tokenUrl}/token`,
    method: 'POST',
    isQuestion: true,
    body: { form },
  });
  const isWrong = 'json' in answer && /invalid_client|unauthorized_client/.test(JSON.stringify(answer.json));
  return isWrong ? [found('googleClientWrong')] : [];
}
