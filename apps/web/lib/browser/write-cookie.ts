/** For what the server reads at the next page and anybody may know. Lasts over all pages. */
export function writeCookie(name: string, value: string, { days }: { days: number }): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie -- the cookie store is not there on plain http
  document.cookie = `${name}=${value}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`;
  // Trap: Chromium does not wait until it is written, and a page that is asked for right after it may go without it (measured
  // on a busy machine: 47 of 964; none of 1,138 when it was read first, which does wait).
  void document.cookie;
}
