/** The way to the API through our own origin; the token is added there. */
export const apiPath = (path: string): string => `/api/tally${path}`;

/** To the login and back to where somebody was. A route that leaves for Discord: never a client-side navigation. */
export const loginPath = (back: string): string =>
  back === '/' ? '/login' : `/login?next=${encodeURIComponent(back)}`;
