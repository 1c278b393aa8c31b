import manifest from '../../package.json' with { type: 'json' };
import { ConfigError } from './error.ts';

export interface DiscordConfig {
  /** False if Discord is simulated. We then call only this machine. */
  readonly isReal: boolean;
  readonly token: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly publicKey: string | undefined;
  readonly apiUrl: string;
  readonly cdnUrl: string;
  readonly authorizeUrl: string;
  /** Discord's edge refuses calls without it (40333). https://docs.discord.com/developers/reference#user-agent */
  readonly userAgent: string;
}

type Key = 'TOKEN' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'PUBLIC_KEY' | 'API_URL' | 'CDN_URL' | 'AUTHORIZE_URL';
type Read = { readonly SIM_PORT: number } & { readonly [K in `DISCORD_${Key}`]?: string | undefined };

/** Without a token we use the simulated world. */
export function discordOf(read: Read, webUrl: string): DiscordConfig {
  const { DISCORD_TOKEN: token, DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = read;
  const isReal = Boolean(token);
  if (isReal && !(clientId && clientSecret)) {
    throw new ConfigError('DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET: needed beside DISCORD_TOKEN');
  }
  const sim = `http://127.0.0.1:${read.SIM_PORT}/discord`;
  return {
    isReal,
    ...(token && clientId && clientSecret
      ? { token, clientId, clientSecret, publicKey: read.DISCORD_PUBLIC_KEY }
      : {
          token: 'sim-bot-token',
          clientId: '900000000000000001',
          clientSecret: 'sim-client-secret',
          publicKey: undefined,
        }),
    apiUrl: read.DISCORD_API_URL ?? (isReal ? 'https://discord.com/api' : `${sim}/api`),
    cdnUrl: read.DISCORD_CDN_URL ?? (isReal ? 'https://cdn.discordapp.com' : `${sim}/cdn`),
    authorizeUrl:
      read.DISCORD_AUTHORIZE_URL ?? (isReal ? 'https://discord.com/oauth2/authorize' : `${sim}/oauth2/authorize`),
    userAgent: `DiscordBot (${webUrl}, ${manifest.version})`,
  };
}
