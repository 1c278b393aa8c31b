import type { StandingKind } from '@tally/contract';
import { type PlatformDoors, type Standing, type StandingsAsked, UpstreamError } from '@tally/kernel';
import { z } from 'zod';

/** A page lists a hundred channels, and people do not moderate thousands. */
const MOST_PAGES = 10;

const Rows = z.object({ data: z.array(z.unknown()) });
const Moderated = z.object({
  data: z.array(z.object({ broadcaster_id: z.string() })),
  pagination: z.object({ cursor: z.string().optional() }).default({}),
});

/** The scope that each query needs. https://dev.twitch.tv/docs/authentication/scopes/ */
const scopes = {
  viewer: {
    subscriber: 'user:read:subscriptions',
    follower: 'user:read:follows',
    moderator: 'user:read:moderated_channels',
  },
  creator: {
    subscriber: 'channel:read:subscriptions',
    follower: 'moderator:read:followers',
    moderator: 'moderation:read',
    vip: 'channel:read:vips',
  },
} as const satisfies Record<StandingsAsked['as'], { readonly [K in StandingKind]?: string }>;

/** https://dev.twitch.tv/docs/api/reference/: only creators can list their own VIPs. */
const lists = {
  subscriber: '/subscriptions',
  follower: '/channels/followers',
  moderator: '/moderation/moderators',
  vip: '/channels/vips',
} as const;
type Kind = keyof typeof lists;
const isKind = (kind: StandingKind): kind is Kind => kind in lists;

/** Returns a person's roles in channels, without the kinds that no permission covers. */
export async function askStandings(doors: PlatformDoors, asked: StandingsAsked): Promise<Map<string, Standing>> {
  const { as, accountId, questions, token } = asked;
  const may = (kind: StandingKind): kind is Kind => {
    const scope = isKind(kind) ? (scopes[as] as { readonly [K in Kind]?: string })[kind] : undefined;
    return scope !== undefined && token.scopes.includes(scope);
  };
  const get = openGet(doors, token.accessToken);
  const moderates =
    as === 'viewer' && questions.some(({ kinds }) => kinds.some((kind) => kind === 'moderator' && may(kind)))
      ? await listModerated(get, accountId)
      : null;
  const answers = new Map<string, Standing>();
  for (const { channelId, kinds } of questions) {
    const standing: { [K in Kind]?: boolean } = {};
    for (const kind of kinds) {
      if (!may(kind)) continue;
      if (kind === 'moderator' && moderates) standing[kind] = moderates.has(channelId);
      else standing[kind] = await ask(get, { kind, as, channelId, accountId });
    }
    if (Object.keys(standing).length > 0) answers.set(channelId, standing);
  }
  return answers;
}

type Get = ReturnType<typeof openGet>;

function openGet({ http, config }: PlatformDoors, accessToken: string) {
  const { helixUrl, clientId } = config.twitch;
  const headers = { authorization: `Bearer ${accessToken}`, 'client-id': clientId };
  return async <S extends z.ZodType>(path: string, query: Record<string, string>, schema: S): Promise<z.output<S>> =>
    (await http.json({ world: 'twitch', url: `${helixUrl}${path}`, query, headers }, schema)).data;
}

async function ask(
  get: Get,
  { kind, as, channelId, accountId }: { kind: Kind; as: StandingsAsked['as']; channelId: string; accountId: string },
): Promise<boolean> {
  const query = { broadcaster_id: channelId, user_id: accountId };
  if (as === 'creator') return (await get(lists[kind], query, Rows)).data.length > 0;
  if (kind === 'follower') return (await get('/channels/followed', query, Rows)).data.length > 0;
  try {
    return (await get('/subscriptions/user', query, Rows)).data.length > 0;
  } catch (error) {
    // https://dev.twitch.tv/docs/api/reference/#check-user-subscription: a 404 means "no".
    if (error instanceof UpstreamError && error.status === 404) return false;
    throw error;
  }
}

async function listModerated(get: Get, accountId: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { user_id: accountId, first: '100', ...(after === undefined ? {} : { after }) };
    const { data, pagination } = await get('/moderation/channels', query, Moderated);
    for (const { broadcaster_id } of data) found.add(broadcaster_id);
    after = pagination.cursor;
    if (after === undefined || data.length === 0) break;
  }
  return found;
}
