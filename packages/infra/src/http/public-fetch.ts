import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { UpstreamError } from '@tally/kernel';
import { Agent, type Dispatcher } from 'undici';
import type { Metrics } from '../metrics/index.ts';
import { acceptedEncodings, readUpTo, TooLargeError, unpack } from './body.ts';
import { isInsideName, isPublicAddress } from './public-address.ts';

/**
 * Fetches an untrusted URL without ever reaching this machine or the network around it.
 *
 * Only https on its standard port, without user-info. The name is resolved once, every address must be public, and the
 * connection goes to exactly the checked address (a second look-up could return another: DNS rebinding). Each redirect
 * is a new URL and is checked from the start.
 */
export interface PublicCall {
  readonly url: string;
  /** Accepted content types, without parameters. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  readonly timeoutMs?: number;
  readonly maxRedirects?: number;
  /** If set, only these names and (with `*.`) their subdomains are allowed. */
  readonly hosts?: readonly string[];
}

export interface PublicFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

export type PublicFetch = (call: PublicCall) => Promise<PublicFile>;

export interface PublicFetchOptions {
  /** If false, only this machine is called. */
  readonly isAllowed: boolean;
  readonly metrics: Metrics;
  /** For tests: resolves a name, and connects to an address. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  readonly dial?: (address: string) => Dispatcher;
}

/** The reason a URL was refused, for the person who entered it. */
export class UnsafeAddressError extends UpstreamError {
  constructor(reason: string) {
    super({ world: 'public', kind: 'denied', message: `this address is not fetched: ${reason}` });
    this.name = 'UnsafeAddressError';
  }
}

export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const;

export function createPublicFetch(options: PublicFetchOptions): PublicFetch {
  const { isAllowed, metrics, resolve = resolveAll, dial = dialPinned } = options;
  const refused = metrics.counter({
    name: 'public_fetches_refused_total',
    help: 'Addresses from users that were not fetched',
  });

  const fetchOne = async (url: URL, call: PublicCall, signal: AbortSignal): Promise<PublicFile | URL> => {
    const address = await checkedAddress(url, call, resolve);
    if (!isAllowed) throw new UnsafeAddressError('this program runs without outside access');
    const dispatcher = dial(address);
    try {
      const answer = await dispatcher.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers: { accept: call.types.join(', '), 'accept-encoding': acceptedEncodings },
        signal,
      });
      const location = one(answer.headers.location);
      if (answer.statusCode >= 300 && answer.statusCode < 400 && location) {
        await answer.body.dump();
        return parse(location, url);
      }
      if (answer.statusCode !== 200) throw odd(`answered ${answer.statusCode}`, answer.statusCode);
      return await readFile(answer, call);
    } finally {
      await dispatcher.destroy();
    }
  };

  return async (call) => {
    const signal = AbortSignal.timeout(call.timeoutMs ?? 5_000);
    try {
      let url = parse(call.url);
      for (let left = call.maxRedirects ?? 3; left >= 0; left -= 1) {
        const got = await fetchOne(url, call, signal);
        if (!(got instanceof URL)) return got;
        url = got;
      }
      throw odd('redirects too often');
    } catch (error) {
      if (error instanceof UnsafeAddressError) refused.inc();
      if (error instanceof UpstreamError) throw error;
      if (error instanceof TooLargeError) throw odd(error.message);
      throw new UpstreamError({ world: 'public', kind: 'down', message: 'could not be fetched', cause: error });
    }
  };
}

const odd = (message: string, status?: number) => new UpstreamError({ world: 'public', kind: 'odd', message, status });

function parse(text: string, base?: URL): URL {
  const url = text.length <= 4_096 ? URL.parse(text, base?.href) : null;
  if (!url) throw new UnsafeAddressError('it is not a valid address');
  return url;
}

/** Runs all checks that need no request. Returns the address to connect to. */
async function checkedAddress(
  url: URL,
  { hosts }: PublicCall,
  resolve: (host: string) => Promise<readonly string[]>,
): Promise<string> {
  if (url.protocol !== 'https:') throw new UnsafeAddressError('only https is fetched');
  if (url.username || url.password) throw new UnsafeAddressError('it contains a user name or password');
  if (url.port) throw new UnsafeAddressError('it contains a port');
  // The URL parser has already turned 0x7f.1, 2130706433 and full-width digits into a plain address.
  const host = url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (hosts && !hosts.some((each) => (each.startsWith('*.') ? host.endsWith(each.slice(1)) : host === each))) {
    throw new UnsafeAddressError('its host is not on the list');
  }
  const isLiteral = isIP(host) !== 0;
  if (!isLiteral && isInsideName(host)) throw new UnsafeAddressError('its name belongs to a private network');
  const addresses = isLiteral ? [host] : await resolve(host);
  const [first] = addresses;
  if (first === undefined) throw new UpstreamError({ world: 'public', kind: 'gone', message: 'its name is not known' });
  // One bad address among good ones is also an attack.
  if (!addresses.every(isPublicAddress)) throw new UnsafeAddressError('it leads to a private network');
  return first;
}

async function readFile(answer: Dispatcher.ResponseData, call: PublicCall): Promise<PublicFile> {
  const contentType = one(answer.headers['content-type'])?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!call.types.includes(contentType)) throw odd(`is not of a type that we accept`, answer.statusCode);
  const packed = await readUpTo(answer.body, call.maxBytes);
  return { contentType, bytes: await unpack(packed, one(answer.headers['content-encoding']), call.maxBytes) };
}

const one = (header: string | string[] | undefined): string | undefined => [header].flat()[0];

async function resolveAll(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
  } catch (error) {
    throw new UpstreamError({ world: 'public', kind: 'gone', message: 'its name is not known', cause: error });
  }
}

/** Connects to exactly this address. The certificate and the Host header still use the name. */
const dialPinned = (address: string): Dispatcher =>
  new Agent({
    connections: 1,
    connect: {
      timeout: 3_000,
      lookup: (_host, { all }, done) => {
        const family = isIP(address);
        if (all) done(null, [{ address, family }]);
        else done(null, address, family);
      },
    },
  });
