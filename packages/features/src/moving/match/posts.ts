import { type Platform, readPastedLink } from '@tally/contract';
import type { CreatorPage } from '@tally/kernel';
import { isKnownForm, isOver, type Lead, namedIn, ownLink, type Post } from './known-bots.ts';
import { platformIn } from './written.ts';

/**
 * Why a post is weak evidence. `list`: it names more creators than a message about one stream would. `answer`: it
 * replies to a request. `noLink`: it has only a name.
 */
export type Doubt = 'list' | 'answer' | 'noLink';

export interface ReadPost {
  readonly leads: readonly Lead[];
  readonly doubt: Doubt | null;
  /** True if the post has the form of a known bot's messages. */
  readonly isKnown: boolean;
}

/** Reads an address on a platform's site with the platform's `creatorPageIn`. Null if the platform is off. */
export type PageReader = (platform: Platform, address: URL) => CreatorPage | null;

/** The most creators that a message about one stream names. */
const MOST_TOGETHER = 3;
const LONGEST_TEXT = 10_000;

/**
 * Returns the creators that a message announces. Owners write the text themselves, so links decide. Buttons are read
 * first and the plain text last. Only the first part that links to creators counts, because video descriptions link to
 * the creators' other pages. No address is opened.
 */
export function creatorsIn(post: Post, pageIn: PageReader): ReadPost {
  if (isOver(post)) return nothing;
  for (const part of partsOf(post)) {
    const found = part.flatMap((link) => leadOf(link, pageIn) ?? []);
    const leads = [...new Map(found.map((lead) => [`${lead.platform} ${lead.wrote}`, lead])).values()];
    if (leads.length === 0) continue;
    const doubt = leads.length > MOST_TOGETHER ? 'list' : post.isAnswer ? 'answer' : null;
    return { leads, doubt, isKnown: doubt === null && isKnownForm(post, leads) };
  }
  const named = namedIn(post);
  const platform = platformIn(named?.place);
  if (!named || !platform) return nothing;
  return { leads: [{ platform, wrote: named.name, isThing: false }], doubt: 'noLink', isKnown: false };
}

const nothing: ReadPost = { leads: [], doubt: null, isKnown: false };

/** The links of a message, part by part, without the previews that Discord adds for links. */
function partsOf({ shown, embeds, content }: Post): readonly (readonly string[])[] {
  const own = embeds.filter(({ type }) => type === undefined || type === 'rich');
  const texts = own.flatMap(({ title, description, fields = [] }) => [
    title,
    description,
    ...fields.flatMap(({ name, value }) => [name, value]),
  ]);
  return [
    shown.links.filter(isWhole),
    own.flatMap(({ author }) => author?.url ?? []).filter(isWhole),
    own.flatMap(({ url }) => url ?? []).filter(isWhole),
    linksIn(texts),
    linksIn([content, ...shown.texts]),
  ];
}

const isWhole = (address: string): boolean => /^https?:\/\//i.test(address);

const linksIn = (texts: readonly (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text ?? '').slice(0, LONGEST_TEXT).match(link) ?? []).map((each) => each.replace(tail, ''));

/** Blanks, Markdown, emoji and characters of other scripts end an address in a text. Hidden characters do not. */
const rest = String.raw`[^\s<>|()[\]"${'`'}\p{Extended_Pictographic}。，、！？」』）】]*`;
/** A bare host must start a word. `not-twitch.tv/x`, `a@twitch.tv/x` and a host right after any letter are ignored. */
const link = new RegExp(
  String.raw`https?://${rest}|(?<![\p{L}\p{N}\p{M}\p{Cf}@:/.%_-])(?:[\w-]+\.)+[a-z]{2,}/${rest}`,
  'giu',
);
/** Strips the sentence's punctuation. Names may end with `_`, and a dot after a slash belongs to the path. */
const tail = /(?:[*~,;:!?'…]|(?<!\/\.?)\.)+$/u;

function leadOf(link: string, pageIn: PageReader): Lead | null {
  const pasted = readPastedLink(ownLink(link) ?? link);
  if (!pasted?.platform) return null;
  const page = pageIn(pasted.platform, pasted.url);
  if (!page) return null;
  const { url: wrote, ...about } = page;
  return { platform: pasted.platform, wrote, ...about };
}
