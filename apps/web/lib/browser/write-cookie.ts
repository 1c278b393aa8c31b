/** Writes a public value that the server reads for the next page. The cookie applies to all pages. */
export function writeCookie(name: string, value: string, { days }: { days: number }): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie -- the cookie store is not there on plain http
  document.cookie = `${name}=${value}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`;
  // Trap: Chromium does not wait for the write, so a page requested right after it may miss the cookie (measured on a
  // busy machine: 47 of 964; none of 1,138 after a read, which waits).
  void document.cookie;
}
