/** Returns the path to the API through our own origin, which adds the token. */
export const apiPath = (path: string): string => `/api/tally${path}`;

/** Returns the login with a return path. The route redirects to Discord, so it must not be a client-side navigation. */
export const loginPath = (back: string): string =>
  back === '/' ? '/login' : `/login?next=${encodeURIComponent(back)}`;
