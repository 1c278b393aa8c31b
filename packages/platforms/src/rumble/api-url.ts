/**
 * The URL that a creator generates at rumble.com/account/livestream-api. Anyone who has it can broadcast as them. So we
 * use only its key, accept only URLs of the configured Rumble, and call nothing else.
 */
const KEY = /^[\w-]{16,256}$/;
const MOST_CHARACTERS = 600;

/** Returns the key in the URL, or null if the URL is invalid. */
export function readApiUrl(text: string, siteUrl: string): string | null {
  if (text.length > MOST_CHARACTERS) return null;
  const url = URL.parse(text.trim());
  const site = URL.parse(siteUrl);
  if (!url || !site) return null;
  const base = site.pathname.replace(/\/$/, '');
  const isTheirs =
    url.protocol === site.protocol && url.port === site.port && bare(url.hostname) === bare(site.hostname);
  const isPlain = url.username === '' && url.password === '' && url.hash === '';
  if (!isTheirs || !isPlain || url.pathname !== `${base}/-livestream-api/get-data`) return null;
  const keys = url.searchParams.getAll('key');
  const [key] = keys;
  return keys.length === 1 && key !== undefined && KEY.test(key) ? key : null;
}

const bare = (host: string): string => host.replace(/^www\./, '');
