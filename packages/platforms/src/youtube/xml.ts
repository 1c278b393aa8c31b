/**
 * The small part of XML that Atom needs. It reads no declarations and expands no entities, which rules out entity
 * bombs. The parser is linear.
 */
export interface XmlNode {
  /** The name without its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** The raw text, with its entities. */
  readonly text: string;
}

const MOST_CHARACTERS = 2_000_000;
const MOST_NODES = 5_000;
const DEEPEST = 32;
const LONGEST_TAG = 2_000;

interface Open {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
  text: string;
}

/** Returns the root, or null if the text is not XML that we accept. */
export function readXml(source: string): XmlNode | null {
  if (source.length > MOST_CHARACTERS) return null;
  const root: Open = { tag: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let nodes = 0;
  for (let at = 0; at < source.length; ) {
    const parent = open.at(-1) ?? root;
    const start = source.indexOf('<', at);
    parent.text += source.slice(at, start < 0 ? source.length : start);
    if (start < 0) break;
    const special = skipSpecial(source, start);
    if (special === null) return null;
    if (special) {
      parent.text += special.text;
      at = special.end;
      continue;
    }
    const end = source.indexOf('>', start);
    if (end < 0 || end - start > LONGEST_TAG) return null;
    const inner = source.slice(start + 1, end);
    at = end + 1;
    if (inner.startsWith('/')) {
      const done = open.pop();
      if (!done || open.length === 0 || done.tag !== inner.slice(1).trim()) return null;
      open.at(-1)?.children.push(nodeOf(done));
      continue;
    }
    nodes += 1;
    const child = readTag(inner);
    if (!child || nodes > MOST_NODES || open.length > DEEPEST) return null;
    if (inner.endsWith('/')) parent.children.push(nodeOf(child));
    else open.push(child);
  }
  return open.length === 1 && root.children.length === 1 ? (root.children[0] ?? null) : null;
}

/** Skips comments, instructions and CDATA. Returns null for declarations and for unclosed parts. */
function skipSpecial(source: string, start: number): { end: number; text: string } | undefined | null {
  const upTo = (opening: string, closing: string) => {
    const end = source.indexOf(closing, start + opening.length);
    return end < 0 ? null : { end: end + closing.length, inner: source.slice(start + opening.length, end) };
  };
  if (source.startsWith('<![CDATA[', start)) {
    const found = upTo('<![CDATA[', ']]>');
    return found && { end: found.end, text: found.inner };
  }
  const found = source.startsWith('<!--', start)
    ? upTo('<!--', '-->')
    : source.startsWith('<?', start)
      ? upTo('<?', '?>')
      : undefined;
  if (found !== undefined) return found && { end: found.end, text: '' };
  return source.startsWith('<!', start) ? null : undefined;
}

function readTag(inner: string): Open | null {
  const tag = /^[A-Za-z_][\w:.-]*/.exec(inner)?.[0];
  if (!tag) return null;
  const attributes: Record<string, string> = Object.create(null);
  for (const match of inner.slice(tag.length).matchAll(/\s([\w:.-]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    attributes[match[1] ?? ''] = match[2] ?? match[3] ?? '';
  }
  return { tag, attributes, children: [], text: '' };
}

const nodeOf = ({ tag, attributes, children, text }: Open): XmlNode => ({
  name: tag.slice(tag.indexOf(':') + 1),
  attributes,
  children,
  text: text.trim(),
});

export const findChild = (node: XmlNode, name: string): XmlNode | undefined =>
  node.children.find((child) => child.name === name);
