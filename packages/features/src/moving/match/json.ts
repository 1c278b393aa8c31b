import { platformOfId, readPastedLink } from '@tally/contract';
import { type Piece, platformIn } from './written.ts';

const DEPTH = 20;
const linkKeys = ['url', 'link', 'channelUrl', 'channel_url'];
const nameKeys = ['name', 'channel', 'login', 'username', 'streamer', 'slug', 'handle', 'id'];
const platformKeys = ['platform', 'service', 'site', 'type'];

type Plain = Readonly<Record<string, unknown>>;

/** Reads JSON of any shape, or one JSON value per line. Null if the text is not JSON. */
export function readJson(text: string): readonly Piece[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const whole = parse(text);
  if (whole !== undefined) return piecesIn(whole, { line: 1, depth: 0 });
  const lines = text.split('\n').map((line, at) => ({ line: at + 1, text: line.trim() }));
  const values = lines.filter((each) => each.text !== '').map(({ line, text: own }) => ({ line, value: parse(own) }));
  if (values.some(({ value }) => value === undefined)) return null;
  return values.flatMap(({ line, value }) => piecesIn(value, { line, depth: 0 }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Place {
  readonly line: number;
  readonly depth: number;
  readonly platform?: Piece['platform'];
}

function piecesIn(value: unknown, place: Place): readonly Piece[] {
  if (typeof value === 'string') return [{ line: place.line, text: value, platform: place.platform }];
  if (typeof value !== 'object' || value === null || place.depth >= DEPTH) return [];
  const deeper = { ...place, depth: place.depth + 1 };
  if (Array.isArray(value)) return value.flatMap((each) => piecesIn(each, deeper));
  const own = pieceOf(value as Plain, place);
  if (own) return [own];
  return Object.entries(value).flatMap(([key, each]) => {
    const platform = platformIn(key) ?? place.platform;
    // Colors, titles and versions are not names. Links and lists count under any key.
    const isWorthReading = typeof each !== 'string' || platformIn(key) || readPastedLink(each)?.platform;
    return isWorthReading ? piecesIn(each, { ...deeper, platform }) : [];
  });
}

/** The keys of one object describe one creator: the link decides, or else the name. */
function pieceOf(value: Plain, { line, platform: outer }: Place): Piece | null {
  const textAt = (keys: readonly string[]) =>
    keys.map((key) => value[key]).filter((each): each is string => typeof each === 'string' && each.trim() !== '');
  const platform = platformKeys.map((key) => platformIn(value[key])).find(Boolean) ?? outer;
  const link = textAt([...linkKeys, ...nameKeys]).find((each) => readPastedLink(each)?.platform);
  if (link) return { line, text: link };
  const hasLists = Object.values(value).some((each) => typeof each === 'object' && each !== null);
  const id = textAt(['id', 'channelId', 'channel_id']).find((each) => platformOfId(each));
  if (id) return { line, text: id };
  const [name] = textAt(nameKeys);
  return name && !hasLists ? { line, text: name, platform } : null;
}
