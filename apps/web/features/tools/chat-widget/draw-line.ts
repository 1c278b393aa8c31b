import { nameColour } from './colours.ts';
import { type Badge, type Entry, type Part, textOf } from './entry.ts';
import type { Settings } from './settings.ts';

/** Draws a chat line. Untrusted text only becomes text nodes, never markup. */
export function drawLine(entry: Entry, settings: Settings, avatarUrl?: string): HTMLElement {
  const line = element('div', `chat-line chat-${entry.kind}`);
  if (settings.highlight) line.dataset.role = highlightOf(entry);
  if (entry.notice !== null) line.append(isolated('chat-notice', entry.notice));
  if (entry.parts.length === 0 && entry.notice !== null) return line;
  if (settings.icons) line.append(picture('chat-icon', `/platforms/${entry.platform}.png`, entry.platform));
  if (settings.avatars) line.append(drawAvatar(entry, avatarUrl));
  if (settings.badges) line.append(...entry.badges.map(drawBadge));
  const colour = nameColour(entry.colour, entry.login, { isReadable: settings.readable, isOnLight: isLight(settings) });
  const name = isolated('chat-name', entry.displayName);
  name.style.color = colour;
  line.append(name, ' ');
  if (entry.replyTo !== null) line.append(isolated('chat-reply', `@${entry.replyTo}`), ' ');
  const text = element('span', 'chat-text');
  text.dir = settings.direction;
  if (entry.isAction) text.style.color = colour;
  text.append(...shorten(entry.parts, settings.longest).map((part) => drawPart(part, settings)));
  if (settings.bigEmotes && isOnlyEmotes(entry.parts)) text.classList.add('chat-big');
  line.append(text);
  return line;
}

const element = (tag: 'div' | 'span' | 'bdi' | 'img', className: string): HTMLElement => {
  const made = document.createElement(tag);
  made.className = className;
  return made;
};

/** Isolates the text, so direction characters in it affect only this element. */
function isolated(className: string, text: string): HTMLElement {
  const made = element('bdi', className);
  made.textContent = text.toWellFormed();
  return made;
}

/** Creates a picture, which its text replaces if loading fails. */
function picture(
  className: string,
  url: string,
  name: string,
  instead: Node = document.createTextNode(name),
): HTMLElement {
  const image = element('img', className) as HTMLImageElement;
  image.alt = name;
  image.decoding = 'async';
  image.addEventListener('error', () => image.replaceWith(instead), { once: true });
  image.src = url;
  return image;
}

/** Shows the first letter of the name while the picture is unknown or missing. */
export function drawAvatar({ displayName }: Pick<Entry, 'displayName'>, url: string | undefined): HTMLElement {
  const letter = Array.from(displayName)[0]?.toUpperCase() ?? '';
  const mark = isolated('chat-avatar chat-mark', letter);
  if (url === undefined) return mark;
  return picture('chat-avatar', url, '', mark);
}

function drawBadge({ url, title }: Badge): HTMLElement {
  if (url !== null) return picture('chat-badge', url, '');
  const mark = isolated('chat-badge chat-mark', title.charAt(0).toUpperCase());
  mark.title = title;
  return mark;
}

function drawPart(part: Part, { emotes, links }: Settings): Node {
  if (part.kind === 'emote' && emotes) return drawEmote(part);
  const text = part.kind === 'emote' ? textOf({ parts: [part] }) : part.kind === 'link' && !links ? '…' : part.text;
  return document.createTextNode(text.toWellFormed());
}

/** Overlays are as wide as the emote below them. */
function drawEmote({ name, url, over = [] }: Part & { kind: 'emote' }): Node {
  const below = picture('chat-emote', url, name);
  if (over.length === 0) return below;
  const stack = element('span', 'chat-stack');
  stack.append(below, ...over.map((each) => picture('chat-emote chat-over', each.url, each.name)));
  return stack;
}

/** Cuts the parts after this many characters. A picture counts as one. */
function shorten(parts: readonly Part[], longest: number): Part[] {
  let left = longest;
  return parts.flatMap((part): Part[] => {
    if (left <= 0) return [];
    if (part.kind === 'emote') {
      left -= 1;
      return [part];
    }
    const letters = Array.from(part.text);
    const text = letters.length > left ? `${letters.slice(0, left).join('')}…` : part.text;
    left -= letters.length;
    return [{ ...part, text }];
  });
}

const isOnlyEmotes = (parts: readonly Part[]): boolean =>
  parts.some(({ kind }) => kind === 'emote') && parts.every((part) => part.kind === 'emote' || part.text.trim() === '');

const ranks = ['broadcaster', 'moderator', 'vip', 'subscriber', 'first'] as const;
const highlightOf = ({ roles }: Entry): string => ranks.find((role) => roles.has(role)) ?? '';

/** True if the widget's background is light and nearly opaque. */
function isLight({ background, opacity }: Settings): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16));
  return opacity >= 50 && red * 0.3 + green * 0.59 + blue * 0.11 > 140;
}
