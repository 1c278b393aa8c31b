/**
 * The address that a creator makes at rumble.com/account/livestream-api. Who has it can broadcast as them, so only
 * its key is taken, and only from an address of the Rumble that is configured: nothing else is ever called.
 */
const KEY = /^[\w-]{16,256}$/;
const MOST_CHARACTERS = 600;

/** The key in it, or null where it is no such address. */
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
