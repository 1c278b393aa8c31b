/** A TikTok in memory with minimal pages that records the calls, for tests. */
import { type Answer, type Memory, type PlatformDoors, type Question, systemTimers } from '@tally/kernel';
import { tiktok } from '../index.ts';

export const START = new Date('2026-11-21T18:00:00Z');
export const ID = '6805000000000000001';
export const idAt = (date: Date, salt = 7) => String((BigInt(Math.floor(date.getTime() / 1_000)) << 32n) | BigInt(salt));
export const ROOM = idAt(START);
export const ago = (minutes: number) => new Date(START.getTime() - minutes * 60_000);

export type Reply = string | object | { status: number; body?: string };
/** The responses by the beginning of the path. The longest match wins. */
export type Outside = Record<string, Reply | (() => Reply)>;

const escaped = (value: unknown) => JSON.stringify(value).replaceAll('/', '\\u002F');
export const inPage = (tag: string, value: unknown) =>
  `<!DOCTYPE html><html><body><script id="${tag}" type="application/json">${escaped(value)}</script><script>1</script></body></html>`;

const channel = (over: { user?: object; room?: object; name?: string } = {}) => ({
  user: {
    id: ID,
    uniqueId: over.name ?? 'ada',
    secUid: 'MS4wAda',
    nickname: 'Ada',
    secret: false,
    roomId: ROOM,
    status: 2,
    ...over.user,
  },
  stats: { followerCount: 12 },
  liveRoom: {
    title: 'Hello',
    coverUrl: 'https://cdn.example/x.png',
    startTime: START.getTime() / 1_000,
    status: 2,
    liveRoomStats: { userCount: 34 },
    ...over.room,
  },
});
export const livePage = (...about: Parameters<typeof channel>) =>
  inPage('SIGI_STATE', { LiveRoom: { liveRoomUserInfo: channel(...about) } });
export const roomCall = (...about: Parameters<typeof channel>) => ({ statusCode: 0, data: channel(...about) });
export const embed = (ids: readonly string[], user: object = {}) =>
  inPage('__FRONTITY_CONNECT_STATE__', {
    source: {
      data: {
        '/embed/@ada': {
          userInfo: { id: ID, videoCount: ids.length, ...user },
          videoList: ids.map((id) => ({ id, playCount: 5 })),
        },
      },
    },
  });
export const video = (id: string, text: string) =>
  inPage('__FRONTITY_CONNECT_STATE__', {
    source: {
      data: {
        [`/embed/v2/${id}`]: {
          videoData: { itemInfos: { id, text, createTime: '1795284000', covers: ['https://cdn.example/v.png'] } },
        },
      },
    },
  });
export const items = (author: object, ids: readonly string[]) => ({
  statusCode: 0,
  itemList: ids.map((id) => ({
    id,
    desc: `about ${id}`,
    createTime: Number(BigInt(id) >> 32n),
    author,
    video: { cover: 'https://cdn.example/i.png', duration: 9 },
  })),
});
export const WAF = '<html><script id="slardar-config">{"bid":"slardar_us_waf"}</script><p class="_wafchallengeid"></p></html>';
export const off = { room: { status: 4 }, user: { status: 4 } };

export function open(outside: Outside) {
  const calls: string[] = [];
  const logged: string[] = [];
  let now = START;
  const say = (about: { way?: string }, text: string) => void logged.push(`${about.way}: ${text}`);
  const doors = {
    clock: { now: () => now },
    timers: systemTimers,
    log: { debug: say, info: say, warn: say, error: say },
    config: { tiktok: { siteUrl: 'https://site.test', webcastUrl: 'https://webcast.test' } },
    http: {
      async raw({ url, query = {} }: { url: string; query?: Record<string, string> }) {
        const path = url.replace(/^https:\/\/\w+\.test/, '');
        calls.push(path + (query['room_ids'] ? `?${query['room_ids']}` : ''));
        const [key] = Object.keys(outside)
          .filter((each) => path.startsWith(each))
          .toSorted((left, right) => right.length - left.length);
        const found = key === undefined ? { status: 404 } : outside[key];
        const reply = typeof found === 'function' ? (found as () => Reply)() : found;
        if (reply instanceof Error) throw reply;
        if (typeof reply === 'string') return { status: 200, headers: {}, data: Buffer.from(reply) };
        if (reply && 'status' in reply && typeof reply.status === 'number') {
          return {
            status: reply.status,
            headers: {},
            data: Buffer.from(String(('body' in reply && reply.body) || '')),
          };
        }
        return { status: 200, headers: {}, data: Buffer.from(JSON.stringify(reply)) };
      },
    },
  } as unknown as PlatformDoors;
  const connection = tiktok.connect(doors);
  return {
    outside,
    calls,
    logged,
    pass: (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    find: (name: string) => connection.stream.findChannel(name),
    ask: async (memory?: Memory | null, more: Partial<Question> = {}): Promise<Answer> => {
      // Detection also stores the memory as JSON.
      const kept = memory ? (JSON.parse(JSON.stringify(memory)) as Memory) : null;
      const [answer] = await connection.stream.ask([
        { channelId: ID, name: 'ada', memory: kept, about: [], secret: null, ...more },
      ]);
      if (!answer) throw new Error('no answer');
      return answer;
    },
  };
}
export const reason = ({ snapshot }: Answer) => (snapshot.state === 'unknown' ? snapshot.reason : snapshot.state);

