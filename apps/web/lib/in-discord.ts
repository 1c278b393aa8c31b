import type { ServerId } from '@tally/contract/ids';

/** Where Discord itself opens a server, one of its channels, or a message in it. */
export const inDiscord = (serverId: ServerId, ...place: readonly (string | null)[]): string =>
  ['https://discord.com/channels', serverId, ...place.filter((part) => part !== null)].join('/');
