import { config } from '../config.ts';

/** A picture from elsewhere would reveal readers to its owner. */
export const isOurPicture = (address: string | null): address is string =>
  address?.startsWith(`${config().webUrl}/`) === true;

/** A person's picture that is safe to show: ours by path, Discord's, or none. */
export function ourFace(address: string): string | null {
  const { pathname, search, origin } = new URL(address);
  if (isOurPicture(address)) return pathname + search;
  return origin === new URL(config().cdnUrl).origin ? address : null;
}
