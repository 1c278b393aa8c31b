import { ownBudgets, type PlatformDoors, UpstreamError } from '@tally/kernel';
import type { z } from 'zod';
import { type Allowance, createAllowance } from './allowance.ts';
import type { Read, Trouble } from './chain.ts';
import { isChallenge, parseExactly, type StateTag, sampleOf, stateIn } from './page.ts';
import {
  AliveRooms,
  Complaint,
  channelEmbedOf,
  channelUrl,
  ItemList,
  LivePage,
  Oembed,
  ProfilePage,
  RoomInfo,
  type SeenChannel,
  type SeenEmbed,
  type SeenItem,
  UserRoom,
  Verification,
  type VideoDetails,
  videoEmbedOf,
} from './tiktok.external.ts';

const TIMEOUT_MS = 8_000;
/**
 * Limits for our IP address, across all channels. TikTok publishes no limit. Less than one call per second caused no
 * complaints.
 */
const SITE_CALLS_PER_MINUTE = 60;
const WEBCAST_CALLS_PER_MINUTE = 40;
/** The page calls for people. A name that does not exist costs two. */
const PAGES_FOR_PEOPLE = { atLeast: 8, atMost: 50 };
/** How long the sweep pauses when no calls are left. */
const SWEEP_WAITS_MS = 30_000;
const NO_SUCH_USER = 19_881_007;
const WEB_APP = '1988';
const MOST_ITEMS = '15';

/** The list of videos requires these parameters, but their values are not checked. */
const browserWords = {
  aid: WEB_APP,
  app_language: 'en',
  app_name: 'tiktok_web',
  browser_language: 'en-US',
  browser_name: 'Mozilla',
  browser_online: 'true',
  browser_platform: 'Linux x86_64',
  channel: 'tiktok_web',
  cookie_enabled: 'true',
  device_platform: 'web_pc',
  focus_state: 'true',
  from_page: 'user',
  history_len: '2',
  is_fullscreen: 'false',
  is_page_visible: 'true',
  language: 'en',
  os: 'linux',
  priority_region: '',
  referer: '',
  region: 'US',
  screen_height: '1080',
  screen_width: '1920',
  tz_name: 'UTC',
  webcast_language: 'en',
};

export interface TikTokClient {
  /** The budgets for pages and for room calls. */
  readonly allowances: readonly Allowance[];
  livePage(name: string): Promise<Read<SeenChannel>>;
  userRoom(name: string): Promise<Read<SeenChannel>>;
  profile(name: string): Promise<Read<z.output<typeof ProfilePage>>>;
  aliveRooms(ids: readonly string[]): Promise<Read<z.output<typeof AliveRooms>>>;
  roomInfo(id: string): Promise<Read<z.output<typeof RoomInfo>>>;
  channelEmbed(name: string): Promise<Read<SeenEmbed>>;
  videoEmbed(id: string): Promise<Read<VideoDetails>>;
  oembed(name: string, id: string): Promise<Read<VideoDetails>>;
  itemList(secUid: string): Promise<Read<readonly SeenItem[]>>;
}

type Host = 'site' | 'webcast';
type Query = Readonly<Record<string, string>>;
interface Reply {
  readonly status: number;
  readonly text: string;
}

export type Allowances = Readonly<Record<Host, Allowance>>;

export function openAllowances({ budgets = ownBudgets(), timers: { nowMs } }: PlatformDoors): Allowances {
  const about = { budgets, nowMs };
  return {
    site: createAllowance({ ...about, kind: 'pages', perMinute: SITE_CALLS_PER_MINUTE, forPeople: PAGES_FOR_PEOPLE }),
    webcast: createAllowance({
      ...about,
      kind: 'rooms',
      perMinute: WEBCAST_CALLS_PER_MINUTE,
      forPeople: { atLeast: 0, atMost: 0 },
    }),
  };
}

export interface ClientOptions {
  /** Both clients of a desk share these budgets. */
  readonly allowances?: Allowances;
  /** True if a person waits for the answer. */
  readonly isForPerson?: boolean;
}

export function createClient(
  doors: PlatformDoors,
  { allowances = openAllowances(doors), isForPerson = false }: ClientOptions = {},
): TikTokClient {
  const { http, config, log, clock } = doors;
  const { siteUrl, webcastUrl } = config.tiktok;
  const bases = { site: siteUrl, webcast: webcastUrl };
  // TikTok serves pages only to a browser that seems to come from another page of theirs.
  const headers = { ...config.browserHeaders, referer: 'https://www.tiktok.com/' };

  const take = async (allowance: Allowance): Promise<number> => {
    if (isForPerson) return await allowance.reserveForPerson();
    return (await allowance.take()) ? 0 : SWEEP_WAITS_MS;
  };

  const fetchText = async (host: Host, path: string, query: Query = {}): Promise<Reply | Trouble> => {
    const waitMs = await take(allowances[host]);
    if (waitMs > 0) {
      const retryAt = new Date(clock.now().getTime() + waitMs);
      return { ...trouble('our own budget of calls is used up'), isHarmless: true, retryAt };
    }
    try {
      // A redirect leads to a login, another country's notice or a dead end, so we follow none.
      const { status, data } = await http.raw({
        world: 'tiktok',
        url: bases[host] + path,
        query,
        headers,
        timeoutMs: TIMEOUT_MS,
      });
      return { status, text: data.toString('utf8') };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      // `raw` returns every response, so "limited" came from our own HTTP client, which had no budget for the call.
      return error.kind === 'limited' ? { ...trouble(error.message), isHarmless: true } : trouble(error.message);
    }
  };

  const fit = <S extends z.ZodType>(schema: S, text: string, what: string): Read<z.output<S>> => {
    const read = schema.safeParse(parseExactly(text));
    if (read.success) return { kind: 'told', data: read.data };
    log.warn(
      { what, at: read.error.issues[0]?.path.join('.'), sample: sampleOf(text) },
      'TikTok sent an unexpected answer',
    );
    return trouble('an unexpected answer');
  };

  const page = async <S extends z.ZodType>(path: string, tag: StateTag, schema: S): Promise<Read<z.output<S>>> => {
    const reply = await fetchText('site', path);
    if ('kind' in reply) return reply;
    const { status, text } = reply;
    if (status === 404) return { kind: 'absent' };
    if (status !== 200) return troubleOf(status);
    if (text === '') return trouble('an empty page');
    // The data is searched first, because a title may contain the words of a challenge.
    const state = stateIn(text, tag);
    if (state !== null) return fit(schema, state, tag);
    return isChallenge(text) ? trouble('a challenge page', true) : trouble('a page without data');
  };

  const call = async <S extends z.ZodType>(
    host: Host,
    path: string,
    query: Query,
    schema: S,
  ): Promise<Read<z.output<S>>> => {
    const reply = await fetchText(host, path, query);
    if ('kind' in reply) return reply;
    const { status, text } = reply;
    if (status !== 200) return troubleOf(status);
    if (text === '') return trouble('an empty answer');
    const json = parseExactly(text);
    if (Verification.safeParse(json).success) return trouble('a captcha', true);
    const code = Complaint.safeParse(json).data ?? 0;
    if (code === NO_SUCH_USER) return { kind: 'absent' };
    return code === 0 ? fit(schema, text, path) : trouble(`refused with ${code}`);
  };

  return {
    allowances: [allowances.site, allowances.webcast],
    livePage: (name) => page(`/@${name}/live`, 'SIGI_STATE', LivePage),
    userRoom: (name) =>
      call('site', '/api-live/user/room/', { aid: WEB_APP, sourceType: '54', uniqueId: name }, UserRoom),
    profile: (name) => page(`/@${name}`, '__UNIVERSAL_DATA_FOR_REHYDRATION__', ProfilePage),
    aliveRooms: (ids) =>
      call('webcast', '/webcast/room/check_alive/', { aid: WEB_APP, room_ids: ids.join(',') }, AliveRooms),
    roomInfo: (id) => call('webcast', '/webcast/room/info/', { aid: WEB_APP, room_id: id }, RoomInfo),
    channelEmbed: (name) => page(`/embed/@${name}`, '__FRONTITY_CONNECT_STATE__', channelEmbedOf(name)),
    videoEmbed: (id) => page(`/embed/v2/${id}`, '__FRONTITY_CONNECT_STATE__', videoEmbedOf(id)),
    oembed: (name, id) => call('site', '/oembed', { url: `${channelUrl(name)}/video/${id}` }, Oembed),
    itemList: (secUid) =>
      call(
        'site',
        '/api/creator/item_list/',
        { ...browserWords, type: '1', count: MOST_ITEMS, cursor: String(clock.now().getTime()), secUid },
        ItemList,
      ),
  };
}

const trouble = (reason: string, isBlock = false): Trouble => ({ kind: 'trouble', reason, isBlock });

function troubleOf(status: number): Trouble {
  if (status >= 300 && status < 400) return trouble('redirected: a login, or blocked in our country');
  return trouble(`answered ${status}`, status === 403 || status === 429);
}
