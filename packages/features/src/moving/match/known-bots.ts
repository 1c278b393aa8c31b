import { knownBots, type Platform } from '@tally/contract';
import type { Message } from '@tally/discord/rest';
import type { CreatorPage } from '@tally/kernel';

/** The creator, or the creator's video, that a post links to. */
export interface Lead {
  readonly platform: Platform;
  /** The link as written in the post, or a bare name. */
  readonly wrote: string;
  /** True for a video. The platform then reports the video's owner. */
  readonly isThing: boolean;
  /** The kind of page at this address. */
  readonly shows?: CreatorPage['shows'];
}

export type Post = Pick<
  Message,
  'author' | 'webhookId' | 'content' | 'embeds' | 'shown' | 'roleIds' | 'isAnswer' | 'isForward'
>;

interface KnownForm {
  /** Null if every owner runs the bot under a separate account. */
  readonly userId: string | null;
  /** True if one post of this form proves that the bot announces the creator. */
  readonly isForm: (post: Post, leads: readonly Lead[]) => boolean;
}

const anyEmbed = ({ embeds }: Post, fits: (embed: Post['embeds'][number]) => boolean): boolean => embeds.some(fits);

/**
 * The message forms of bots that announce streams. The ids appear in other bots' public code. The forms come from
 * public sources and handbooks: streamcord/streamcord `cogs/notifs.py`, botlabs-gg/yagpdb `twitch/feed.go
 * youtube/feed.go rss/feed.go`, Cog-Creators/Red-DiscordBot `streamtypes.py`, https://docs.gisellebot.com.
 */
const forms: readonly KnownForm[] = [
  {
    userId: '375805687529209857', // Streamcord
    isForm: (post) =>
      /^<https:\/\/twitch\.tv\/\w+> is now live on Twitch!/.test(post.content) ||
      anyEmbed(
        post,
        ({ author, color }) => Boolean(author?.url) && (color === 0x91_46_ff || isLiveLine.test(author?.name ?? '')),
      ),
  },
  {
    userId: '204255221017214977', // YAGPDB
    isForm: ({ content, shown }) =>
      /\*\* (?:is live now|uploaded a new youtube video!|started a livestream now!|is going to be live soon!)/.test(
        content,
      ) || shown.texts.some((text) => text.startsWith('# New Articles Published')),
  },
  {
    userId: '159985870458322944', // MEE6
    isForm: ({ content }) => /is now live on https:\/\/www\.twitch\.tv\/\w+/.test(content),
  },
  {
    // Owners write this bot's template, but the bot only ever repeats feed items.
    userId: '268478587651358721', // MonitoRSS
    isForm: (_, leads) => leads.length === 1 && leads.every(({ isThing }) => isThing),
  },
  {
    userId: null, // Red
    isForm: (post) =>
      anyEmbed(
        post,
        ({ color, url, author, footer }) =>
          Boolean(url && author?.name) &&
          ((color === 0x64_41_a4 && footer?.text?.startsWith('Playing: ')) || color === 0x92_55_a5),
      ),
  },
  {
    userId: null, // GiselleBot
    isForm: ({ webhookId, author }, leads) =>
      webhookId !== null &&
      leads.length === 1 &&
      leads.every(({ wrote }) => plain(wrote.slice(wrote.lastIndexOf('/') + 1)) === plain(author?.username ?? '')),
  },
];

const isLiveLine = / is now live on Twitch!$/;
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The public name of a bot whose id we list. */
export const knownBotName = (userId: string): string | null => knownBots[userId] ?? null;

export const isKnownForm = (post: Post, leads: readonly Lead[]): boolean =>
  forms.some(({ userId, isForm }) => (userId === null || userId === post.author?.id) && isForm(post, leads));

/** True for a post about the end of a stream. Its link leads to the recording, and the streamer may be deleted. */
export const isOver = ({ content }: Post): boolean => content.includes(' has gone offline. Catch the VOD here: ');

/** The page behind a bot's click-counting link, which contains the login. Null for any other link. */
export function ownLink(link: string): string | null {
  const [, login] = /^https:\/\/streamcord\.tv\/link\/(\w{2,25})\/[^/?#]+\/?$/i.exec(link) ?? [];
  return login ? `https://www.twitch.tv/${login}` : null;
}

/** A name without a link, in the form that a known bot uses. */
export function namedIn({ embeds, content }: Post): { readonly name: string; readonly place: string } | null {
  for (const line of [...embeds.map(({ author }) => author?.name ?? ''), content]) {
    const [, name, place] = /^(?:.{0,80}\s)?([\w.-]{2,40}) is now live on ([A-Z]\w+)(?:[\s!.]|$)/.exec(line) ?? [];
    if (name && place) return { name, place };
  }
  return null;
}
