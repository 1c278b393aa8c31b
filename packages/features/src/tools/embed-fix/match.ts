import { isbot } from 'isbot';

/**
 * Chats that identify as one fixed, old browser: Discord as Firefox 92 and 38, others as Chrome 96. Thunderbird shows
 * cards itself: https://github.com/FxEmbed/FxEmbed
 */
const disguised = /Intel Mac OS X 11\.6; rv:92\.0\)|Firefox\/(?:38|92)\.0|Chrome\/96\.0\.4664\.110|Thunderbird\//;
const chats =
  /bot|slack|whatsapp|telegram|facebookexternalhit|facebot|cardyb|mastodon|pleroma|misskey|akkoma|synapse|matrix|iframely|embedly|preview/i;

/**
 * Returns true only for a client that is clearly a person's browser. All others get the card, because a card still
 * redirects people, while a redirect shows no card.
 */
export const isBrowser = (userAgent: string): boolean =>
  /^Mozilla\/5\.0 .*(?:Gecko|AppleWebKit)/.test(userAgent) &&
  !disguised.test(userAgent) &&
  !chats.test(userAgent) &&
  !isbot(userAgent);

/** Telegram hangs on a page that redirects. */
export const mayBeSentOn = (userAgent: string): boolean => !/telegram/i.test(userAgent);
