/** The path to the API through our own origin, which adds the token. */
export const apiPath = (path: string): string => `/api/tally${path}`;

/** The login with a return path. A route that leaves for Discord: never a client-side navigation. */
export const loginPath = (back: string): string =>
  back === '/' ? '/login' : `/login?next=${encodeURIComponent(back)}`;
