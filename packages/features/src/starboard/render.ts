import type { ChannelId, Locale, ServerId } from '@tally/contract';
import type { Message } from '@tally/discord/rest';
import { say } from '@tally/kernel';
import { discordLimits, type EmbedPayload, embedLength, type MessagePayload, noMentions } from '@tally/message/discord';
import { breakMentions, clean, cleanLine, cut, escapeMarkdown, toLink } from '@tally/message/template';
import { emojiText } from './match.ts';
import type { BoardSettings } from './tables.ts';

export const STAR_YELLOW = 0xff_ac_33;
/** Discord shows up to four pictures of one card as a gallery. */
const MOST_IMAGES = 4;
const QUOTE_LENGTH = 200;
const NAME_LENGTH = 80;
const MOST_FILES = 10;

export interface StarredScene {
  readonly locale: Locale;
  readonly settings: BoardSettings;
  readonly serverId: ServerId;
  readonly message: Message;
  readonly stars: number;
  /** True for a message from an age-restricted channel on an unrestricted board, which shows only its text. */
  readonly hidesPictures: boolean;
  readonly cdnUrl: string;
  readonly signature: string | null;
}

export const jumpLink = (serverId: ServerId, channelId: ChannelId, messageId: string): string =>
  `https://discord.com/channels/${serverId}/${channelId}/${messageId}`;

/** Returns true if all content is missing because Discord hides it from us. Stickers and polls are never hidden. */
export const isHidden = (message: Message): boolean =>
  message.content === '' &&
  message.embeds.length === 0 &&
  message.attachments.length === 0 &&
  message.stickers.length === 0 &&
  !message.isPoll &&
  !message.isForward &&
  !message.hasComponents;

export const hasImage = (message: Message): boolean => picturesOf(message).length > 0;

/** Renders the original message safely: it does not ping, and reveals nothing hidden. */
export function renderStarred(scene: StarredScene): MessagePayload {
  const { settings, serverId, message, stars, locale } = scene;
  const pictures = scene.hidesPictures ? [] : picturesOf(message);
  const url = jumpLink(serverId, message.channelId, message.id);
  const [first, ...more] = pictures;
  const around: EmbedPayload = {
    ...authorOf(scene),
    ...fieldsOf(scene),
    ...(scene.signature ? { footer: { text: scene.signature } } : {}),
  };
  const room = Math.min(discordLimits.description, discordLimits.embedTotal - embedLength(around));
  const card: EmbedPayload = {
    ...around,
    ...words(scene, room),
    color: STAR_YELLOW,
    ...(first ? { url, image: { url: first } } : {}),
  };
  return {
    content: `${emojiText(settings)} **${stars}** · <#${message.channelId}>`,
    embeds: [card, ...more.map((image) => ({ url, image: { url: image } }))],
    components: [{ type: 1, components: [{ type: 2, style: 5, url, label: say(locale, 'starboard.jump') }] }],
    allowed_mentions: noMentions,
  };
}

function authorOf({ message, cdnUrl, locale }: StarredScene): Pick<EmbedPayload, 'author'> {
  const { author } = message;
  const name =
    breakMentions(cleanLine(author?.displayName ?? author?.username ?? '')) || say(locale, 'starboard.somebody');
  const icon = author?.avatar ? `${cdnUrl}/avatars/${author.id}/${author.avatar}.webp` : undefined;
  return { author: { name: cut(name, discordLimits.author), ...(icon ? { icon_url: icon } : {}) } };
}

function words({ message, locale }: StarredScene, room: number): Pick<EmbedPayload, 'description'> {
  const [card] = message.embeds;
  const ofCard = [card?.author?.name, card?.title, card?.description].filter(Boolean).join('\n');
  // Mentions in an embed ping no one. The author's own Markdown stays unchanged.
  const text = clean(message.content || (message.author?.isBot ? ofCard : '')).trim();
  if (text) return { description: shorten(text, room) };
  if (isHidden(message)) return { description: `*${say(locale, 'starboard.hidden')}*` };
  if (message.isForward) return { description: `*${say(locale, 'starboard.forward')}*` };
  if (message.isPoll) return { description: `*${say(locale, 'starboard.poll')}*` };
  return {};
}

/** Closes marks that the cut would leave open, so a spoiler stays hidden and a code block ends. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const short = cut(text, limit - 8);
  const isOpen = (mark: string) => short.split(mark).length % 2 === 0;
  return `${short}${isOpen('||') ? '||' : ''}${isOpen('```') ? '\n```' : ''}`;
}

function fieldsOf({ message, locale, hidesPictures }: StarredScene): Pick<EmbedPayload, 'fields'> {
  const { repliesTo, stickers } = message;
  const shown = new Set(hidesPictures ? [] : picturesOf(message));
  const files = message.attachments.filter((file) => !shown.has(file.url)).slice(0, MOST_FILES);
  const links = files.flatMap(({ name, url, isSpoiler }) => {
    const address = hidesPictures ? null : toLink(url);
    const label = escapeMarkdown(cut(cleanLine(name), NAME_LENGTH));
    if (!address) return [label];
    return [isSpoiler ? `||[${label}](${address})||` : `[${label}](${address})`];
  });
  const fields = [
    ...(repliesTo ? [field(replyTitle(locale, repliesTo.author), quoteOf(repliesTo.content) || '…')] : []),
    ...(links.length > 0 ? [field(say(locale, 'starboard.files'), fit(links))] : []),
    ...(stickers.length > 0
      ? [field(say(locale, 'starboard.stickers'), fit(stickers.map((name) => escapeMarkdown(cleanLine(name)) || '…')))]
      : []),
  ];
  return fields.length > 0 ? { fields } : {};
}

const field = (name: string, value: string) => ({ name, value, inline: false });

const replyTitle = (locale: Locale, author: { displayName: string | null; username: string } | null): string => {
  const name = escapeMarkdown(cut(cleanLine(author?.displayName ?? author?.username ?? ''), NAME_LENGTH));
  return cut(say(locale, 'starboard.replyTo', { name: name || '…' }), discordLimits.fieldName);
};

/** The quote is only context, so it becomes one line with escaped Markdown. */
const quoteOf = (content: string): string =>
  escapeMarkdown(cut(cleanLine(content.replaceAll(/\|\|[^]*?\|\|/g, '▇▇▇')), QUOTE_LENGTH));

/** Keeps whole lines only, because half a link is useless. */
function fit(lines: readonly string[]): string {
  const kept: string[] = [];
  for (const line of lines) {
    if ([...kept, line].join('\n').length > discordLimits.fieldValue) break;
    kept.push(line);
  }
  return kept.join('\n') || '…';
}

function picturesOf({ attachments, embeds }: Message): string[] {
  const own = attachments.filter((file) => file.isImage && !file.isSpoiler).map((file) => file.url);
  const ofCards = embeds.flatMap((card) => card.image?.url ?? card.thumbnail?.url ?? []);
  return [...own, ...ofCards].flatMap((url) => toLink(url) ?? []).slice(0, MOST_IMAGES);
}
