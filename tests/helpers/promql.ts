/** Evaluates the PromQL of our alerts and panels: https://prometheus.io/docs/prometheus/latest/querying/basics/ */

type Labels = Readonly<Record<string, string>>;
interface Sample {
  readonly labels: Labels;
  readonly value: number;
}
interface Series {
  readonly labels: Labels;
  readonly points: { readonly at: number; readonly value: number }[];
}
type Value = number | readonly Sample[];

/** A series without a new sample for this long counts as ended. */
const STALE_MS = 300_000;
const NAME = '__name__';
const keyOf = (labels: Labels): string =>
  JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)));
const without = (labels: Labels, dropped: readonly string[]): Labels =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => !dropped.includes(name)));

export function createTsdb() {
  const all = new Map<string, Series>();
  const put = (at: number, labels: Labels, value: number): void => {
    const key = keyOf(labels);
    const series = all.get(key) ?? { labels, points: [] };
    all.set(key, series);
    series.points.push({ at, value });
  };
  return {
    series: (): readonly Series[] => [...all.values()],
    /** Stores one scrape. Null means that there was no answer. */
    scrape(at: number, text: string | null, target: Labels): void {
      put(at, { ...target, [NAME]: 'up' }, text === null ? 0 : 1);
      for (const { labels, value } of samplesIn(text ?? '')) put(at, { ...labels, ...target }, value);
    },
  };
}
type Tsdb = ReturnType<typeof createTsdb>;

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

export function samplesIn(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, inner = '', value = ''] = LINE.exec(line) ?? [];
    if (!name) return [];
    const labels = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]);
    return [{ labels: { ...Object.fromEntries(labels), [NAME]: name }, value: numberIn(value) }];
  });
}

const numberIn = (text: string): number =>
  text === '+Inf' ? Number.POSITIVE_INFINITY : text === 'Nan' ? Number.NaN : Number(text);

const TOKEN = /\s*([a-zA-Z_:][\w:]*|\d[\d.]*(?:e\d+)?|"[^"]*"|=~|!~|!=|==|>=|<=|[-+*/(){}[\],=<>])/y;
const words = new Set(['sum', 'max', 'min', 'by', 'and', 'or', 'rate', 'delta', 'increase', 'histogram_quantile']);

function tokensOf(text: string): string[] {
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; text.slice(at).trim() !== ''; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) throw new Error(`Not understood: ${text.slice(at)}`);
    found.push(token);
  }
  return found;
}

/** Returns the metrics that an expression reads. */
export const metricsIn = (expression: string): string[] => {
  const tokens = tokensOf(expression);
  const isLabel = (place: number): boolean => {
    const opener = tokens
      .slice(0, place)
      .findLastIndex((each) => each === '{' || each === '(' || each === '}' || each === ')');
    return tokens[opener] === '{' || (tokens[opener] === '(' && tokens[opener - 1] === 'by');
  };
  return tokens.filter(
    (token, place) =>
      /^[a-z_:][\w:]*$/i.test(token) && !words.has(token) && !isLabel(place) && !/^\d*[smhd]$/.test(token),
  );
};

export function evaluate(expression: string, tsdb: Tsdb, at: number): Value {
  const tokens = tokensOf(expression);
  let place = 0;
  const peek = () => tokens[place];
  const next = (wanted?: string): string => {
    const token = tokens[place++];
    if (token === undefined || (wanted !== undefined && token !== wanted))
      throw new Error(`${wanted ?? 'more'} is missing in ${expression}`);
    return token;
  };
  const list = (read: () => string): string[] => {
    const items: string[] = [];
    next('(');
    while (peek() !== ')') {
      items.push(read());
      if (peek() === ',') next();
    }
    next(')');
    return items;
  };

  const either = (): Value => {
    let left = both();
    while (peek() === 'or') {
      next();
      const known = new Set(vector(left).map(({ labels }) => matchKey(labels)));
      left = [...vector(left), ...vector(both()).filter(({ labels }) => !known.has(matchKey(labels)))];
    }
    return left;
  };
  const both = (): Value => {
    let left = compared();
    while (peek() === 'and') {
      next();
      const right = new Set(vector(compared()).map(({ labels }) => matchKey(labels)));
      left = vector(left).filter(({ labels }) => right.has(matchKey(labels)));
    }
    return left;
  };
  const compared = (): Value => {
    const left = product();
    const sign = peek();
    if (sign !== '==' && sign !== '>' && sign !== '<') return left;
    next();
    const right = product();
    if (typeof right !== 'number') throw new Error('Only numbers are compared with.');
    const holds = { '==': (a: number) => a === right, '>': (a: number) => a > right, '<': (a: number) => a < right }[
      sign
    ];
    return vector(left).filter(({ value }) => holds(value));
  };
  const product = (): Value => {
    let left = single();
    while (peek() === '/') {
      next();
      const right = new Map(vector(single()).map(({ labels, value }) => [matchKey(labels), value]));
      left = vector(left).flatMap(({ labels, value }) => {
        const other = right.get(matchKey(labels));
        return other === undefined ? [] : [{ labels: without(labels, [NAME]), value: value / other }];
      });
    }
    return left;
  };
  const single = (): Value => {
    const token = next();
    if (/^[\d.]/.test(token)) return Number(token);
    if (token === '(') {
      const inner = either();
      next(')');
      return inner;
    }
    if (token === 'sum' || token === 'max' || token === 'min') return aggregate(token);
    if (token === 'histogram_quantile') {
      next('(');
      const quantile = Number(next());
      next(',');
      const buckets = vector(either());
      next(')');
      return quantileOf(quantile, buckets);
    }
    if (token === 'rate' || token === 'delta' || token === 'increase') {
      next('(');
      const { matches, range } = selector(next());
      next(')');
      return overTime(token, matches, range);
    }
    const { matches } = selector(token);
    return matches.flatMap(({ labels, points }) => {
      const last = points.findLast((point) => point.at <= at);
      return last && at - last.at <= STALE_MS ? [{ labels, value: last.value }] : [];
    });
  };
  const aggregate = (kind: 'sum' | 'max' | 'min'): Value => {
    let by: string[] = [];
    if (peek() === 'by') {
      next();
      by = list(() => next());
    }
    next('(');
    const inner = vector(either());
    next(')');
    const labelsOf = ({ labels }: Sample): Labels =>
      Object.fromEntries(by.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])));
    return [...Map.groupBy(inner, (each) => keyOf(labelsOf(each))).values()].map((group) => ({
      labels: labelsOf(group[0] as Sample),
      value:
        kind === 'sum'
          ? group.reduce((sum, { value }) => sum + value, 0)
          : Math[kind](...group.map(({ value }) => value)),
    }));
  };
  const selector = (name: string): { matches: Series[]; range: number } => {
    const wanted: ((labels: Labels) => boolean)[] = [(labels) => labels[NAME] === name];
    if (peek() === '{') {
      next();
      while (peek() !== '}') {
        const label = next();
        const sign = next();
        const text = next().slice(1, -1);
        const fits = (value: string) => (sign.endsWith('~') ? new RegExp(`^(?:${text})$`).test(value) : value === text);
        wanted.push((labels) => fits(labels[label] ?? '') !== sign.startsWith('!'));
        if (peek() === ',') next();
      }
      next('}');
    }
    let range = 0;
    if (peek() === '[') {
      next();
      const count = Number(next());
      range = count * ({ s: 1_000, m: 60_000, h: 3_600_000 }[next()] ?? Number.NaN);
      next(']');
    }
    return { matches: tsdb.series().filter(({ labels }) => wanted.every((each) => each(labels))), range };
  };
  const overTime = (kind: 'rate' | 'delta' | 'increase', matches: readonly Series[], range: number): Value =>
    matches.flatMap(({ labels, points }) => {
      const inside = points.filter((point) => point.at > at - range && point.at <= at);
      const [first, last] = [inside[0], inside.at(-1)];
      if (!first || !last || first === last) return [];
      // A counter that has fallen was restarted at zero.
      const resets =
        kind === 'delta'
          ? 0
          : inside.reduce((sum, { value }, index) => {
              const before = inside[index - 1]?.value ?? value;
              return value < before ? sum + before : sum;
            }, 0);
      const perSecond = (last.value - first.value + resets) / ((last.at - first.at) / 1_000);
      return [{ labels: without(labels, [NAME]), value: kind === 'rate' ? perSecond : perSecond * (range / 1_000) }];
    });

  const value = either();
  if (place < tokens.length) throw new Error(`Not understood: ${tokens.slice(place).join(' ')}`);
  return value;
}

const matchKey = (labels: Labels): string => keyOf(without(labels, [NAME]));

function vector(value: Value): readonly Sample[] {
  if (typeof value === 'number') throw new Error('A number has no labels.');
  return value;
}

function quantileOf(quantile: number, buckets: readonly Sample[]): Sample[] {
  return [...Map.groupBy(buckets, ({ labels }) => keyOf(without(labels, ['le', NAME]))).values()].flatMap((group) => {
    const steps = group
      .map(({ labels, value }) => ({ le: numberIn(labels.le ?? ''), value }))
      .toSorted((one, other) => one.le - other.le);
    const total = steps.at(-1)?.value ?? 0;
    const place = steps.findIndex(({ value }) => value >= quantile * total);
    const step = steps[place];
    if (total === 0 || !step) return [];
    const before = steps[place - 1] ?? { le: 0, value: 0 };
    const value = Number.isFinite(step.le)
      ? before.le + (step.le - before.le) * ((quantile * total - before.value) / (step.value - before.value))
      : before.le;
    return [{ labels: without(group[0]?.labels ?? {}, ['le', NAME]), value }];
  });
}
