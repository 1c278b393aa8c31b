/**
 * Redirects the browser. The address stays relative, because behind a proxy this process does not know its own name.
 */
export function go(path: string, cookies: readonly string[] = [], status = 303): Response {
  const headers = new Headers({ location: path, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(null, { status, headers });
}
