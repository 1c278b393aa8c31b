import { config } from '../config.ts';

/** A picture from elsewhere would tell its owner who reads here. */
export const isOurPicture = (address: string | null): address is string =>
  address?.startsWith(`${config().webUrl}/`) === true;

/** Somebody's picture that may be shown: one of ours by its path, one of Discord's, or none. */
export function ourFace(address: string): string | null {
  const { pathname, search, origin } = new URL(address);
  if (isOurPicture(address)) return pathname + search;
  return origin === new URL(config().cdnUrl).origin ? address : null;
}
