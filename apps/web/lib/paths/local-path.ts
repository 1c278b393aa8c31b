/**
 * Where to go after a login. Only our own paths are accepted: browsers read `//evil.example`, `/\evil.example` and the
 * like as other sites.
 */
export function localPath(wanted: string | null | undefined, fallback = '/dashboard'): string {
  if (!wanted || !wanted.startsWith('/') || wanted.length > 1000) return fallback;
  // Browsers drop tabs and line breaks inside an address before they read it.
  for (const letter of wanted) if (letter <= ' ' || letter === '\\' || letter === '\u007F') return fallback;
  const base = 'http://here.invalid';
  if (!URL.canParse(wanted, base)) return fallback;
  const url = new URL(wanted, base);
  if (url.origin !== base || url.pathname.startsWith('//')) return fallback;
  // Returning to the login itself would loop.
  if (/^\/(login|logout|api)(\/|$)/.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}
