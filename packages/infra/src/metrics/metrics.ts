import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface MetricAbout<L extends string> {
  /** The name is in snake_case with its unit at the end. Counters end in `_total`. */
  readonly name: string;
  readonly help: string;
  /** Labels have few values and are never an id, a URL or outside input. */
  readonly labels?: readonly L[];
}

/** The same name always returns the same metric, so code may create it where it is used. */
export interface Metrics {
  counter<const L extends string = never>(about: MetricAbout<L>): Counter<L>;
  gauge<const L extends string = never>(
    about: MetricAbout<L> & { readonly collect?: () => Promise<void> | void },
  ): Gauge<L>;
  histogram<const L extends string = never>(
    about: MetricAbout<L> & { readonly buckets?: readonly number[] },
  ): Histogram<L>;
  text(): Promise<string>;
  readonly contentType: string;
}

/** The range covers a fast query as well as a slow platform. */
const secondBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics({ withProcess = true }: { readonly withProcess?: boolean } = {}): Metrics {
  const registry = new Registry();
  if (withProcess) collectDefaultMetrics({ register: registry });
  const known = new Map<string, unknown>();
  const once = <M>(kind: new (...args: never[]) => M, about: MetricAbout<string>, make: () => M): M => {
    const found = known.get(about.name);
    if (found instanceof kind) return found;
    if (found) throw new Error(`The metric ${about.name} already exists with another kind.`);
    const made = make();
    known.set(about.name, made);
    return made;
  };
  const common = <L extends string>({ name, help, labels = [] }: MetricAbout<L>) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    counter: <L extends string>(about: MetricAbout<L>) =>
      once<Counter<L>>(Counter, about, () => new Counter(common(about))),
    gauge: <L extends string>(about: MetricAbout<L> & { readonly collect?: () => Promise<void> | void }) =>
      once<Gauge<L>>(
        Gauge,
        about,
        () => new Gauge({ ...common(about), ...(about.collect ? { collect: about.collect } : {}) }),
      ),
    histogram: <L extends string>(about: MetricAbout<L> & { readonly buckets?: readonly number[] }) =>
      once<Histogram<L>>(
        Histogram,
        about,
        () => new Histogram({ ...common(about), buckets: [...(about.buckets ?? secondBuckets)] }),
      ),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
