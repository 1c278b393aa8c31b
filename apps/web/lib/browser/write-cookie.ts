/** For public values that the server reads for the next page. Valid on all pages. */
export function writeCookie(name: string, value: string, { days }: { days: number }): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie -- the cookie store is not there on plain http
  document.cookie = `${name}=${value}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`;
  // Trap: Chromium does not wait for the write, and a page requested right after it may miss it (measured on a busy
  // machine: 47 of 964; none of 1,138 after a read, which does wait).
  void document.cookie;
}
