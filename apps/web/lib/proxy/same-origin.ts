/**
 * True if a write comes from our own pages. Browsers set `Sec-Fetch-Site` and `Origin`, which scripts cannot forge. A
 * request with neither is refused, because every modern browser sends one.
 */
export function isSameOrigin(request: Request, publicUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = request.headers.get('origin');
  if (origin === null) return site === 'same-origin';
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === request.headers.get('host') || host === new URL(publicUrl).host;
}
