/** Redirects the browser to a relative URL, because this process may not know its own host name behind a proxy. */
export function go(path: string, cookies: readonly string[] = [], status = 303): Response {
  const headers = new Headers({ location: path, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status, headers });
}
