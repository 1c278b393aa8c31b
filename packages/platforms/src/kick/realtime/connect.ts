import { type PlatformDoors, UpstreamError } from '@tally/kernel';
import type { KickSite } from '../site/site.ts';
import { openCentrifugo } from './centrifugo.ts';
import type { Hears, Line } from './line.ts';
import { openPusher } from './pusher.ts';
import { Connections, GuestToken } from './realtime.external.ts';

const PATH = '/api/v1/realtime';
const providers = ['centrifugo', 'pusher'] as const;

/** Requests from web.kick.com which service carries the chats, and connects to it. */
export async function connect(doors: PlatformDoors, web: KickSite, hears: Hears): Promise<Line> {
  const client = { id: createId(doors), type: 'web' };
  const accepted_providers = providers.map((provider) => ({ provider }));
  const asked = { client, capabilities: { accepted_providers } };
  const { connections } = (await web.post(`${PATH}/connection`, asked, Connections)).data;
  for (const { provider, credentials } of connections) {
    const { url, app_key, cluster } = credentials;
    const getToken = async () =>
      (await web.post(`${PATH}/auth/connection`, { client_id: client.id }, GuestToken)).data.token;
    if (provider === 'centrifugo' && url) return openCentrifugo(doors, { url, getToken }, hears);
    if (provider === 'pusher' && app_key && cluster)
      return openPusher(doors, { url: pusherUrl(doors, app_key, cluster) }, hears);
  }
  throw new UpstreamError({ world: 'kick', kind: 'odd', message: 'names no server for its chats' });
}

const pusherUrl = ({ config }: PlatformDoors, key: string, cluster: string): string =>
  `${config.kick.pusherUrl.replace('{cluster}', cluster)}/app/${key}?protocol=7&client=js&version=8.4.0&flash=false`;

/** Creates an id like the random UUID with which anonymous visitors of kick.com identify themselves. */
function createId({ random }: Pick<PlatformDoors, 'random'>): string {
  const bytes = Buffer.from(random.bytes(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
