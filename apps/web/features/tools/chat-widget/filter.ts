import { type Entry, textOf } from './entry.ts';
import type { Settings } from './settings.ts';

/** Bots that many channels use. `except` lists accounts that are not bots here. */
const knownBots: ReadonlySet<string> = new Set([
  'nightbot',
  'streamelements',
  'streamlabs',
  'moobot',
  'fossabot',
  'wizebot',
  'botrix',
  'kickbot',
  'sery_bot',
  'soundalerts',
  'own3d',
  'streamstickers',
  'pokemoncommunitygame',
  'blerp',
  'commanderroot',
]);

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean);

/** Returns a filter that decides whether to show a line. `bots` may grow later. */
export function createFilter(settings: Settings, bots: ReadonlySet<string> = new Set()): (entry: Entry) => boolean {
  const hidden = new Set(listOf(settings.users));
  const exempt = new Set(listOf(settings.except));
  const patterns = listOf(settings.words).map((word) => word.replace(/\*+/g, '*'));
  const shown: Record<Entry['kind'], boolean> = {
    line: true,
    sub: settings.subs,
    gift: settings.gifts,
    raid: settings.raids,
  };
  const isBot = (roles: Entry['roles'], login: string): boolean =>
    roles.has('bot') || knownBots.has(login) || bots.has(login);
  return (entry) => {
    if (!shown[entry.kind] || (entry.isShared && !settings.shared)) return false;
    const login = entry.login.toLowerCase();
    if (hidden.has(login)) return false;
    if (!settings.bots && !exempt.has(login) && isBot(entry.roles, login)) return false;
    const text = textOf(entry).toLowerCase();
    if (!settings.commands && text.startsWith('!')) return false;
    return patterns.length === 0 || !hasWord(text, patterns);
  };
}

function hasWord(text: string, patterns: readonly string[]): boolean {
  const words = text.split(/[^\p{L}\p{N}_*'-]+/u).filter(Boolean);
  return patterns.some((pattern) =>
    pattern.includes(' ') ? matches(`*${pattern}*`, text) : words.some((word) => matches(pattern, word)),
  );
}

/**
 * Matches `*` with any characters. It retries only the last star, which bounds the time by the product of both lengths.
 * A regular expression has no such bound.
 */
export function matches(pattern: string, text: string): boolean {
  let at = 0;
  let place = 0;
  let star = -1;
  let resume = 0;
  while (place < text.length) {
    if (pattern[at] === '*') {
      star = at;
      at += 1;
      resume = place;
    } else if (pattern[at] === text[place]) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      place = resume;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
