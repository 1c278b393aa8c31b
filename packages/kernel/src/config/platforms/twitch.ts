import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { flag, optional, url, type World } from '../values.ts';
import { hasPair, type PlatformConfig, standingOf } from './standing.ts';

export const twitchSettings = {
  /** A missing Twitch app follows the same rules as for Kick. */
  TWITCH_CLIENT_ID: optional,
  TWITCH_CLIENT_SECRET: optional,
  TWITCH_SIMULATED: flag,
  /** The secret that signs Twitch's pushes. By default it is derived from the client secret. */
  TWITCH_EVENTSUB_SECRET: z.union([z.literal(''), z.string().min(10).max(100)]).optional(),
  /** With `on`, pushes arrive through a conduit. With a conduit's id, that conduit is kept when our URL changes. */
  TWITCH_CONDUIT: z.union([z.enum(['on', 'off']), z.uuid()]).default('off'),
  /** The id of the account that reads and writes in chats. */
  TWITCH_BOT_ID: z
    .union([z.literal(''), z.string().regex(/^\d{1,18}$/, 'must be the number of an account')])
    .optional(),
  TWITCH_HELIX_URL: url.optional(),
  TWITCH_ID_URL: url.optional(),
};

type Read = z.output<z.ZodObject<typeof twitchSettings>> & World;

export interface TwitchConfig extends PlatformConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly eventsubSecret: string;
  readonly conduit: 'on' | 'off' | (string & {});
  /** Null if we neither read nor write in chats. */
  readonly botId: string | null;
  readonly helixUrl: string;
  readonly idUrl: string;
}

export function twitchOf(read: Read): TwitchConfig {
  const sim = `http://127.0.0.1:${read.SIM_PORT}/twitch`;
  const isReal = hasPair(read, 'TWITCH_CLIENT_ID', 'TWITCH_CLIENT_SECRET');
  const clientSecret = read.TWITCH_CLIENT_SECRET ?? 'sim-twitch-secret';
  // The secret is derived, so every process gets the same one and the operator need not store it.
  const derived = () => createHmac('sha256', clientSecret).update('twitch eventsub').digest('hex');
  return {
    ...standingOf(read, isReal, read.TWITCH_SIMULATED),
    clientId: read.TWITCH_CLIENT_ID ?? 'sim-twitch-client',
    clientSecret,
    eventsubSecret: read.TWITCH_EVENTSUB_SECRET || derived(),
    conduit: read.TWITCH_CONDUIT,
    // The bot account of the simulated world has already agreed.
    botId: read.TWITCH_BOT_ID || (isReal ? null : '900100'),
    helixUrl: read.TWITCH_HELIX_URL ?? (isReal ? 'https://api.twitch.tv/helix' : `${sim}/helix`),
    idUrl: read.TWITCH_ID_URL ?? (isReal ? 'https://id.twitch.tv' : `${sim}/id`),
  };
}
