import { drawAvatar, drawLine } from './draw-line.ts';
import type { Entry, Happening } from './entry.ts';
import { createFilter } from './filter.ts';
import type { Settings } from './settings.ts';

export interface ChatList {
  happen(happening: Exclude<Happening, { type: 'refresh' }>): void;
  /** Marks these logins as bots. If bots are hidden, this also removes their earlier lines. */
  addBots(logins: readonly string[]): void;
  /** Stores people's pictures and colors by id. */
  addAvatars(platform: Entry['platform'], found: ReadonlyMap<string, string>): void;
  close(): void;
}

/** The number of profile pictures to remember. */
const MOST_AVATARS = 2_000;
/** The maximum number of waiting lines if there is a delay. */
const MOST_DELAYED = 5_000;

interface Waiting {
  readonly entry: Entry;
  readonly dueAt: number;
}

/** Manages the lines on the page, up to the number in the settings. */
export function createChatList(root: HTMLElement, settings: Settings): ChatList {
  const bots = new Set<string>();
  const isShown = createFilter(settings, bots);
  /** The ids of visible and waiting lines. A line may arrive again after a reconnect, or from a partner's chat. */
  const known = new Set<string>();
  const lines = new Map<string, { readonly entry: Entry; readonly element: HTMLElement }>();
  const avatars = new Map<string, string>();
  let waiting: Waiting[] = [];
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  dress(root, settings);

  const keyOf = ({ platform, sourceId }: Entry): string => `${platform} ${sourceId}`;
  const writerOf = ({ platform, userId }: Pick<Entry, 'platform' | 'userId'>): string => `${platform} ${userId}`;
  const drop = (key: string): void => {
    lines.get(key)?.element.remove();
    lines.delete(key);
    known.delete(key);
  };

  const remove = (isGone: (entry: Entry) => boolean): void => {
    waiting = waiting.filter(({ entry }) => {
      if (isGone(entry)) known.delete(keyOf(entry));
      return !isGone(entry);
    });
    for (const [key, { entry }] of lines) if (isGone(entry)) drop(key);
  };

  /** Draws all due lines once per frame. A hidden page draws none, and the number of waiting lines is limited. */
  const draw = (): void => {
    frame = 0;
    const now = Date.now();
    const due = waiting.findIndex(({ dueAt }) => dueAt > now);
    const ready = waiting.splice(0, due < 0 ? waiting.length : due);
    for (const { entry } of ready.splice(0, ready.length - settings.lines)) known.delete(keyOf(entry));
    const made = document.createDocumentFragment();
    for (const { entry } of ready) {
      const element = drawLine(entry, settings, avatars.get(writerOf(entry)));
      lines.set(keyOf(entry), { entry, element });
      if (settings.flow === 'down') made.prepend(element);
      else made.append(element);
    }
    if (settings.flow === 'down') root.prepend(made);
    else root.append(made);
    for (const key of lines.keys()) {
      if (lines.size <= settings.lines) break;
      drop(key);
    }
    schedule();
  };

  const schedule = (): void => {
    const [first] = waiting;
    if (!first || frame !== 0) return;
    clearTimeout(timer);
    const left = first.dueAt - Date.now();
    if (left > 0) timer = setTimeout(schedule, left);
    else frame = requestAnimationFrame(draw);
  };

  const add = (entry: Entry): void => {
    const key = keyOf(entry);
    if (!isShown(entry) || known.has(key)) return;
    known.add(key);
    waiting.push({ entry, dueAt: Date.now() + settings.delay * 1_000 });
    const tooMany = waiting.length > (settings.delay > 0 ? MOST_DELAYED : settings.lines) ? waiting.shift() : undefined;
    if (tooMany) known.delete(keyOf(tooMany.entry));
    schedule();
  };

  // Removes a line after its fade-out.
  root.addEventListener('animationend', ({ animationName, target }) => {
    if (animationName !== 'chat-fade-out') return;
    for (const [key, { element }] of lines) if (element === target) drop(key);
  });

  return {
    happen(happening) {
      switch (happening.type) {
        case 'line':
          return add(happening.entry);
        case 'removed':
          return remove(({ platform, id }) => platform === happening.platform && id === happening.id);
        case 'banned':
          return remove(({ platform, userId }) => platform === happening.platform && userId === happening.userId);
        case 'cleared':
          return remove(({ platform }) => platform === happening.platform);
        default:
          return happening satisfies never;
      }
    },
    addBots(logins) {
      for (const login of logins) bots.add(login);
      remove((entry) => !isShown(entry));
    },
    addAvatars(platform, found) {
      for (const [userId, url] of found) avatars.set(writerOf({ platform, userId }), url);
      for (const oldest of avatars.keys()) {
        if (avatars.size <= MOST_AVATARS) break;
        avatars.delete(oldest);
      }
      for (const { entry, element } of lines.values()) {
        const url = entry.platform === platform ? found.get(entry.userId) : undefined;
        if (url !== undefined) element.querySelector('.chat-avatar')?.replaceWith(drawAvatar(entry, url));
      }
    },
    close() {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      root.replaceChildren();
    },
  };
}

function dress(root: HTMLElement, settings: Settings): void {
  const { style } = root;
  root.className = `chat-list chat-flow-${settings.flow} chat-look-${settings.look} chat-in-${settings.animation}`;
  // The setting decides, because the language of the browser in OBS is unrelated to the chat.
  root.dir = settings.direction === 'rtl' ? 'rtl' : 'ltr';
  root.dataset.font = settings.font;
  root.dataset.align = settings.align;
  root.classList.toggle('chat-caps', settings.caps);
  root.classList.toggle('chat-shadow', settings.shadow);
  root.classList.toggle('chat-fades', settings.fade > 0);
  const sizes = {
    '--chat-size': `${settings.size}px`,
    '--chat-weight': settings.weight,
    '--chat-spacing': settings.spacing / 100,
    '--chat-stroke': `${settings.stroke}px`,
    '--chat-colour': settings.text,
    '--chat-ground': `color-mix(in srgb, ${settings.background} ${settings.opacity}%, transparent)`,
    '--chat-emote': settings.emoteSize / 100,
    '--chat-fade': `${settings.fade}s`,
  };
  for (const [name, value] of Object.entries(sizes)) style.setProperty(name, String(value));
}
