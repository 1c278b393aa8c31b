/** The cookie with the banners that a person dismissed last. */
export const DISMISSED_COOKIE = 'dismissed';
const KEPT = 8;

export const readDismissed = (value: string | undefined): readonly string[] => value?.split('.') ?? [];

/** Returns the cookie's new value, from the browser's list of all cookies. */
export function withDismissed(cookies: string, { cookie, id }: { cookie: string; id: string }): string {
  const own = cookies
    .split('; ')
    .find((each) => each.startsWith(`${cookie}=`))
    ?.slice(cookie.length + 1);
  const others = readDismissed(own).filter((each) => each !== '' && each !== id);
  return [...others, id].slice(-KEPT).join('.');
}
