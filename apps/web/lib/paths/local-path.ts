/**
 * Returns the page to open after a login. Only our own paths are accepted: browsers read `//evil.example`,
 * `/\evil.example` and similar paths as other sites.
 */
export function localPath(wanted: string | null | undefined, fallback = '/dashboard'): string {
  if (!wanted || !wanted.startsWith('/') || wanted.length > 1000) return fallback;
  // Browsers remove tabs and line breaks from a URL before they parse it.
  for (const letter of wanted) if (letter <= ' ' || letter === '\\' || letter === '\u007F') return fallback;
  const base = 'http://here.invalid';
  if (!URL.canParse(wanted, base)) return fallback;
  const url = new URL(wanted, base);
  if (url.origin !== base || url.pathname.startsWith('//')) return fallback;
  // A return to the login page would loop.
  if (/^\/(login|logout|api)(\/|$)/.test(url.pathname)) return fallback;
  return url.pathname + url.search + url.hash;
}
