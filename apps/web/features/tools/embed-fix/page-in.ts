import { type PageLink, readKickLink } from '@tally/contract/platforms/kick-links';

/** A link to kick.com, or the bare name of a channel. */
export function pageIn(text: string): PageLink | null {
  const name = /^\s*@?([\w-]{2,50})\s*$/.exec(text)?.[1];
  return readKickLink(name ? `kick.com/${name}` : text);
}
