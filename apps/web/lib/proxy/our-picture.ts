import { config } from '../config.ts';

/** Accepts only our own pictures, because others would reveal readers to their owner. */
export const isOurPicture = (address: string | null): address is string =>
  address?.startsWith(`${config().webUrl}/`) === true;

/** Returns a safe picture of a person: our own file, Discord's picture, or null. */
export function ourFace(address: string): string | null {
  const { pathname, search, origin } = new URL(address);
  if (isOurPicture(address)) return pathname + search;
  return origin === new URL(config().cdnUrl).origin ? address : null;
}
