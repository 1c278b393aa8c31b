import type { Config, PlatformDefinition } from '@tally/kernel';
import ipaddr from 'ipaddr.js';
import type { Budget } from './budget.ts';

/**
 * The hosts that this program may call. Without API keys this is only the local machine, because a fresh checkout must
 * never call the outside world by accident.
 */
export interface Egress {
  isAllowed(host: string): boolean;
}

/** A name allows only itself. `*.example.org` allows every name below it. */
export function createEgress(hosts: readonly string[]): Egress {
  const exact = new Set(hosts.filter((host) => !host.startsWith('*.')).map((host) => host.toLowerCase()));
  const below = hosts.filter((host) => host.startsWith('*.')).map((host) => host.slice(1).toLowerCase());
  return {
    isAllowed(host) {
      const name = host.toLowerCase().replace(/\.$/, '');
      return isLoopback(name) || exact.has(name) || below.some((end) => name.endsWith(end));
    },
  };
}

export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  const bare = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback';
}

type Hosts = Pick<PlatformDefinition, 'hosts' | 'fileHosts'>;

/** Returns the hosts for which the configuration has keys or URLs. */
export function egressHosts(config: Config, platforms: readonly Hosts[]): readonly string[] {
  const addresses = [
    ...(config.discord.isReal ? [config.discord.apiUrl, config.discord.cdnUrl, 'https://gateway.discord.gg'] : []),
    // Discord chooses the host of each connection below this domain.
    ...(config.discord.isReal ? ['*.discord.gg'] : []),
    ...platforms.flatMap(({ hosts }) => hosts(config)),
    ...(config.emotes.isReal ? emoteAddresses(config) : []),
    ...(config.stripe.isReal && !config.stripe.isOff ? [config.stripe.apiUrl] : []),
    // Our own URLs, which our checks call through the reverse proxy.
    config.WEB_URL,
    config.PUBLIC_API_URL,
    ...(config.beacon.isSimulated ? [] : config.beacon.mirrors),
    config.S3_ENDPOINT,
    config.SENTRY_DSN,
  ];
  return addresses.flatMap((address) => {
    if (!address) return [];
    return address.startsWith('*.') ? address : new URL(address).hostname;
  });
}

const emoteAddresses = ({ emotes }: Config): readonly string[] =>
  [emotes.seventv, emotes.betterttv, emotes.frankerfacez].flatMap(({ apiUrl, cdnUrl }) => [apiUrl, cdnUrl]);

/** Budgets for hosts that serve files, because one zip may need five hundred. */
export const fileBudgets = (config: Config, platforms: readonly Hosts[]): Readonly<Record<string, Budget>> =>
  Object.fromEntries(
    [
      ...platforms.flatMap(({ fileHosts }) => fileHosts?.(config) ?? []),
      config.emotes.seventv.cdnUrl,
      config.emotes.betterttv.cdnUrl,
      config.emotes.frankerfacez.cdnUrl,
    ].map((url) => [new URL(url).host, { perSecond: 300, burst: 500, concurrent: 20 }]),
  );
