/** A finished part of the work on an event. Attributes never contain names, texts, tokens or ids of people. */
export interface Span {
  readonly name: string;
  readonly kind: 'server' | 'internal' | 'producer';
  /** When the work began, by `ctx.clock`. */
  readonly from: Date;
  readonly to: Date;
  /** The span to which this one belongs. */
  readonly parent?: { readonly name: string; readonly part?: number | undefined } | undefined;
  /** Distinguishes spans with the same name in a trace. */
  readonly part?: string | number | undefined;
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  /** A failed span is always kept. */
  readonly error?: string | undefined;
}

/** The facts about a delivery that a trace shows. */
export interface TracedMessage {
  readonly id: string;
  readonly sessionId: string | null;
  readonly platform: string | null;
  readonly kind: string;
  readonly state: string;
  readonly reason: string | null;
  readonly messageId: string | null;
  readonly version: number;
  readonly attempts: number;
  readonly lost: number;
  readonly fence: number;
  readonly queuedAt: Date;
  readonly nextAttemptAt: Date | null;
}

export interface TracedOutcome {
  readonly state?: string | undefined;
  readonly reason?: string | null | undefined;
  /** Null if the delivery needs no further attempt. */
  readonly nextAttemptAt: Date | null;
}

/** One HTTP call to Discord. `status` rejects if no response came. */
export interface TracedCall {
  readonly method: string;
  readonly url: string;
  readonly status: Promise<number>;
}

/** Lets operators follow events and messages. Recording never waits and never fails. */
export interface TraceDoor {
  /** Records a span of an event, or of a message outside its attempts. */
  span(of: `event:${string}` | `delivery:${string}`, describe: () => Span): void;
  /** Traces one attempt at a message. */
  attempt<T extends TracedOutcome>(message: TracedMessage, work: () => Promise<T>): Promise<T>;
  /** Records a call of the current attempt. */
  call(call: TracedCall): void;
}

export const noTrace: TraceDoor = { span() {}, attempt: (_message, work) => work(), call() {} };

/** The request that brought events, or the event that is passed to features. */
export interface Traced {
  readonly from: Date;
  /** The names of their traces, in the order in which they were decided. */
  readonly events: string[];
  readonly route?: string | undefined;
  readonly part?: number | undefined;
}
