/** What somebody has put away, the last ones, in one cookie. */
export const DISMISSED_COOKIE = 'dismissed';
const KEPT = 8;

export const readDismissed = (value: string | undefined): readonly string[] => value?.split('.') ?? [];

/** The new value of the cookie, out of all cookies as a browser tells them. */
export function withDismissed(cookies: string, { cookie, id }: { cookie: string; id: string }): string {
  const own = cookies
    .split('; ')
    .find((each) => each.startsWith(`${cookie}=`))
    ?.slice(cookie.length + 1);
  const others = readDismissed(own).filter((each) => each !== '' && each !== id);
  return [...others, id].slice(-KEPT).join('.');
}
