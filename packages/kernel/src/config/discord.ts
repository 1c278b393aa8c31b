import { ConfigError } from './error.ts';

export interface DiscordConfig {
  /** False: Discord is simulated, and we call nothing outside this machine. */
  readonly isReal: boolean;
  readonly token: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly publicKey: string | undefined;
  readonly apiUrl: string;
  readonly cdnUrl: string;
  readonly authorizeUrl: string;
}

interface Read {
  readonly SIM_PORT: number;
  readonly DISCORD_TOKEN?: string | undefined;
  readonly DISCORD_CLIENT_ID?: string | undefined;
  readonly DISCORD_CLIENT_SECRET?: string | undefined;
  readonly DISCORD_PUBLIC_KEY?: string | undefined;
  readonly DISCORD_API_URL?: string | undefined;
  readonly DISCORD_CDN_URL?: string | undefined;
  readonly DISCORD_AUTHORIZE_URL?: string | undefined;
}

/** Without a token we use the simulated world. */
export function discordOf(read: Read): DiscordConfig {
  const sim = `http://127.0.0.1:${read.SIM_PORT}/discord`;
  if (!read.DISCORD_TOKEN) {
    return {
      isReal: false,
      token: 'sim-bot-token',
      clientId: '900000000000000001',
      clientSecret: 'sim-client-secret',
      publicKey: undefined,
      apiUrl: read.DISCORD_API_URL ?? `${sim}/api`,
      cdnUrl: read.DISCORD_CDN_URL ?? `${sim}/cdn`,
      authorizeUrl: read.DISCORD_AUTHORIZE_URL ?? `${sim}/oauth2/authorize`,
    };
  }
  if (!read.DISCORD_CLIENT_ID || !read.DISCORD_CLIENT_SECRET) {
    throw new ConfigError('DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET: needed beside DISCORD_TOKEN');
  }
  return {
    isReal: true,
    token: read.DISCORD_TOKEN,
    clientId: read.DISCORD_CLIENT_ID,
    clientSecret: read.DISCORD_CLIENT_SECRET,
    publicKey: read.DISCORD_PUBLIC_KEY,
    apiUrl: read.DISCORD_API_URL ?? 'https://discord.com/api',
    cdnUrl: read.DISCORD_CDN_URL ?? 'https://cdn.discordapp.com',
    authorizeUrl: read.DISCORD_AUTHORIZE_URL ?? 'https://discord.com/oauth2/authorize',
  };
}
