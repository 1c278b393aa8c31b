import { isbot } from 'isbot';

/**
 * Chats that come as a browser of one fixed version, which people left years ago: Discord as Firefox 92 and 38, others
 * as Chrome 96. Thunderbird shows cards itself: https://github.com/FxEmbed/FxEmbed
 */
const disguised = /Intel Mac OS X 11\.6; rv:92\.0\)|Firefox\/(?:38|92)\.0|Chrome\/96\.0\.4664\.110|Thunderbird\//;
const chats =
  /bot|slack|whatsapp|telegram|facebookexternalhit|facebot|cardyb|mastodon|pleroma|misskey|akkoma|synapse|matrix|iframely|embedly|preview/i;

/** Whoever is not surely a person with a browser gets the card: it leads on, while an address in return shows nothing. */
export const isBrowser = (userAgent: string): boolean =>
  /^Mozilla\/5\.0 .*(?:Gecko|AppleWebKit)/.test(userAgent) &&
  !disguised.test(userAgent) &&
  !chats.test(userAgent) &&
  !isbot(userAgent);

/** It hangs where a page sends it on. */
export const mayBeSentOn = (userAgent: string): boolean => !/telegram/i.test(userAgent);
