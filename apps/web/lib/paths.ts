/** The way to the API through our own origin; the token is added there. */
export const apiPath = (path: string): string => `/api/tally${path}`;
