/** Kick's hosts. Only the first two are documented. */
export interface KickAddresses {
  readonly apiUrl: string;
  readonly idUrl: string;
  readonly siteUrl: string;
  /** The newer host that kick.com's pages call. */
  readonly webUrl: string;
  /** The host that Kick's mobile app calls. */
  readonly mobileUrl: string;
  /** Serves the video of clips. */
  readonly clipsUrl: string;
  /** Serves the video of recordings. */
  readonly streamUrl: string;
  readonly filesUrl: string;
  /** The older transport of Kick's own chat; each connection fills in `{cluster}`. */
  readonly pusherUrl: string;
}

interface Read {
  readonly SIM_PORT: number;
  readonly KICK_API_URL?: string | undefined;
  readonly KICK_ID_URL?: string | undefined;
  readonly KICK_SITE_URL?: string | undefined;
  readonly KICK_WEB_URL?: string | undefined;
  readonly KICK_MOBILE_URL?: string | undefined;
  readonly KICK_CLIPS_URL?: string | undefined;
  readonly KICK_STREAM_URL?: string | undefined;
  readonly KICK_FILES_URL?: string | undefined;
  readonly KICK_PUSHER_URL?: string | undefined;
}

export function kickAddressesOf(read: Read, isReal: boolean): KickAddresses {
  const sim = `http://127.0.0.1:${read.SIM_PORT}/kick`;
  return {
    apiUrl: read.KICK_API_URL ?? (isReal ? 'https://api.kick.com' : `${sim}/api`),
    idUrl: read.KICK_ID_URL ?? (isReal ? 'https://id.kick.com' : `${sim}/id`),
    siteUrl: read.KICK_SITE_URL ?? (isReal ? 'https://kick.com' : `${sim}/site`),
    webUrl: read.KICK_WEB_URL ?? (isReal ? 'https://web.kick.com' : `${sim}/web`),
    mobileUrl: read.KICK_MOBILE_URL ?? (isReal ? 'https://mobile.kick.com' : `${sim}/mobile`),
    clipsUrl: read.KICK_CLIPS_URL ?? (isReal ? 'https://clips.kick.com' : `${sim}/clips`),
    streamUrl: read.KICK_STREAM_URL ?? (isReal ? 'https://stream.kick.com' : `${sim}/stream`),
    filesUrl: read.KICK_FILES_URL ?? (isReal ? 'https://files.kick.com' : `${sim}/files`),
    pusherUrl:
      read.KICK_PUSHER_URL ??
      (isReal ? 'wss://ws-{cluster}.pusher.com' : `ws://127.0.0.1:${read.SIM_PORT}/kick/pusher`),
  };
}
