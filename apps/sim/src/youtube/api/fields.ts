/** `fields=items(id,snippet/title),pageInfo`: https://developers.google.com/youtube/v3/getting-started#partial */
import { badParameter } from '../call.ts';

/** Null selects everything below. */
interface Tree {
  readonly [name: string]: Tree | null;
}

export function pickFields(value: unknown, fields: string | null): unknown {
  return fields === null || fields === '' ? value : pick(value, parse(fields));
}

function parse(text: string): Tree {
  const tokens = text.match(/[\w*]+|[(),/]/g) ?? [];
  if (tokens.join('') !== text.replace(/\s/g, '')) throw invalid(text);
  let at = 0;
  const take = (): string | undefined => tokens[at++];

  const readList = (): Tree => {
    const tree: Record<string, Tree | null> = {};
    do {
      const [name, below] = readPath();
      tree[name] = below;
    } while (tokens[at] === ',' && take());
    return tree;
  };
  const readPath = (): [string, Tree | null] => {
    const name = take() ?? '';
    if (!/^[\w*]+$/.test(name)) throw invalid(text);
    if (tokens[at] === '/') {
      take();
      const [next, below] = readPath();
      return [name, { [next]: below }];
    }
    if (tokens[at] !== '(') return [name, null];
    take();
    const below = readList();
    if (take() !== ')') throw invalid(text);
    return [name, below];
  };

  const tree = readList();
  if (at !== tokens.length) throw invalid(text);
  return tree;
}

const invalid = (text: string) => badParameter('fields', `Invalid field selection ${text}`);

function pick(value: unknown, tree: Tree | null): unknown {
  if (tree === null) return value;
  if (Array.isArray(value)) return value.map((each) => pick(each, tree));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, below]) => {
      const branch = name in tree ? tree[name] : tree['*'];
      return branch === undefined ? [] : [[name, pick(below, branch)]];
    }),
  );
}
