import { type PartnerClip, type PlatformDoors, UpstreamError } from '@tally/kernel';
import { KickbotPage } from './kickbot.external.ts';

const MAX_BYTES = 500_000;

/** Reads a clip from KickBot's page, whose format is undocumented. Returns null if the clip does not exist. */
export async function readPartnerClip(
  { http, config }: Pick<PlatformDoors, 'http' | 'config'>,
  id: string,
): Promise<PartnerClip | null> {
  const url = `${config.kickbot.siteUrl}/clip/${encodeURIComponent(id)}/__data.json`;
  try {
    const call = { world: 'kickbot', url, headers: config.browserHeaders, maxBytes: MAX_BYTES };
    const { data } = await http.json(call, KickbotPage);
    return { ...data, pictureUrl: `${config.kickbot.mediaUrl}/kickbot-hls/${encodeURIComponent(id)}/first_frame.jpg` };
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'gone') return null;
    throw error;
  }
}
