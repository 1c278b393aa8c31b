import type { Config } from '@tally/kernel';
import ipaddr from 'ipaddr.js';
import type { Budget } from './budget.ts';

/**
 * The hosts that this program may call. Without keys that is only this machine: a fresh checkout must never call the
 * outside by accident.
 */
export interface Egress {
  isAllowed(host: string): boolean;
}

/** A name allows itself; `*.example.org` allows every name below it. */
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

/** The hosts for which the configuration has keys or addresses. Platforms add theirs. */
export function egressHosts(config: Config): readonly string[] {
  const addresses = [
    ...(config.discord.isReal ? [config.discord.apiUrl, config.discord.cdnUrl, 'https://gateway.discord.gg'] : []),
    ...(config.kick.isReal ? [config.kick.apiUrl, config.kick.idUrl] : []),
    ...(config.kick.isReal && config.kick.isUnofficial
      ? [
          config.kick.siteUrl,
          config.kick.webUrl,
          config.kick.mobileUrl,
          config.kick.clipsUrl,
          config.kick.streamUrl,
          config.kick.filesUrl,
          config.kickbot.accountId && config.kickbot.siteUrl,
        ]
      : []),
    ...(config.twitch.isReal ? [config.twitch.helixUrl, config.twitch.idUrl, config.emotes.twitchCdnUrl] : []),
    ...(config.youtube.isReal ? [config.youtube.apiUrl, config.youtube.hubUrl, config.youtube.siteUrl] : []),
    ...(config.youtube.isReal && config.youtube.login ? [config.youtube.login.tokenUrl] : []),
    ...(config.tiktok.isReal ? [config.tiktok.siteUrl, config.tiktok.webcastUrl] : []),
    ...(config.rumble.isReal ? [config.rumble.siteUrl] : []),
    ...(config.emotes.isReal ? emoteAddresses(config) : []),
    // On this machine while they are simulated.
    config.media.youtubeUrl,
    config.media.tiktokUrl,
    ...Object.values(config.media.shortTiktok),
    ...(config.stripe.isReal && !config.stripe.isOff ? [config.stripe.apiUrl] : []),
    // Our own addresses, which our checks call through the proxy in front.
    config.WEB_URL,
    config.PUBLIC_API_URL,
    ...(config.beacon.isSimulated ? [] : config.beacon.mirrors),
    config.S3_ENDPOINT,
    config.SENTRY_DSN,
  ];
  const hosts = addresses.flatMap((address) => (address ? [new URL(address).hostname] : []));
  return [
    ...hosts,
    // Discord and Kick choose the host of each connection themselves, below these domains.
    ...(config.discord.isReal ? ['*.discord.gg'] : []),
    ...(config.kick.isReal && config.kick.isChatRead ? ['*.platform.kick.com', '*.pusher.com'] : []),
  ];
}

const emoteAddresses = ({ emotes }: Config): readonly string[] =>
  [emotes.seventv, emotes.betterttv, emotes.frankerfacez].flatMap(({ apiUrl, cdnUrl }) => [apiUrl, cdnUrl]);

/** Hosts that serve files: one zip may need five hundred of them. In the simulated world they are all one host. */
export const fileBudgets = (config: Config): Readonly<Record<string, Budget>> =>
  Object.fromEntries(
    [
      config.kick.filesUrl,
      config.emotes.twitchCdnUrl,
      config.emotes.seventv.cdnUrl,
      config.emotes.betterttv.cdnUrl,
      config.emotes.frankerfacez.cdnUrl,
    ].map((url) => [new URL(url).host, { perSecond: 300, burst: 500, concurrent: 20 }]),
  );
