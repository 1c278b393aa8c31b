/**
 * A path's parts: `:name` matches one segment. Fixed words take precedence over names: `/users/@me` beats
 * `/users/:user`, and so does `/users/%40me`, the same path in another spelling.
 */
interface Node<Value> {
  readonly words: Map<string, Node<Value>>;
  named?: { name: string; node: Node<Value> };
  readonly values: Map<string, { value: Value; names: string[] }>;
}

export interface Router<Value> {
  add(method: string, path: string, value: Value): void;
  find(method: string, path: string): { value: Value; params: Record<string, string> } | undefined;
}

const emptyNode = <Value>(): Node<Value> => ({ words: new Map(), values: new Map() });

export function createRouter<Value>(): Router<Value> {
  const root = emptyNode<Value>();
  return {
    add(method, path, value) {
      let node = root;
      const names: string[] = [];
      for (const segment of segments(path)) {
        if (segment.startsWith(':')) {
          names.push(segment.slice(1));
          node.named ??= { name: segment, node: emptyNode() };
          node = node.named.node;
        } else {
          const known = node.words.get(segment) ?? emptyNode<Value>();
          node.words.set(segment, known);
          node = known;
        }
      }
      node.values.set(method, { value, names });
    },
    find(method, path) {
      const taken: string[] = [];
      const entry = walk(root, segments(path), 0, { method, taken });
      if (!entry) return undefined;
      const params: Record<string, string> = {};
      for (const [index, name] of entry.names.entries()) params[name] = taken[index] as string;
      return { value: entry.value, params };
    },
  };
}

/** Splits `/a/b/` into a and b. Empty parts are possible only at the ends. */
function segments(path: string): string[] {
  const start = path.startsWith('/') ? 1 : 0;
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  return end <= start ? [] : path.slice(start, end).split('/');
}

function walk<Value>(
  node: Node<Value>,
  path: readonly string[],
  depth: number,
  call: { method: string; taken: string[] },
): { value: Value; names: string[] } | undefined {
  const given = path[depth];
  if (given === undefined) return node.values.get(call.method);
  const segment = given.includes('%') ? decodeURIComponent(given) : given;
  const word = node.words.get(segment);
  const found = word && walk(word, path, depth + 1, call);
  if (found || !node.named) return found;
  call.taken.push(segment);
  const deeper = walk(node.named.node, path, depth + 1, call);
  if (!deeper) call.taken.pop();
  return deeper;
}
