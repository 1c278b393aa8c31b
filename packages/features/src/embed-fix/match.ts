import { isbot } from 'isbot';

/** Discord comes as this browser, too: https://github.com/FxEmbed/FxEmbed */
const disguised = /Intel Mac OS X 11\.6; rv:92\.0\) Gecko\/20100101 Firefox\/92\.0/;
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
