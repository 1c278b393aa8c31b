import type { SqlErrorFields } from '../sql-state.ts';

/** Messages between the process and the thread of the embedded engine. */
export interface WorkerOptions {
  /** Undefined for a database in memory. */
  readonly dataDir: string | undefined;
  /** A dump to restore into an empty folder. */
  readonly restoreFrom: string | undefined;
  /** If true, the thread only creates the folder of a new database and exits. */
  readonly isMaking?: boolean;
}

export type Order =
  | {
      readonly kind: 'query';
      readonly text: string;
      readonly params: readonly unknown[];
      readonly rowMode: 'array' | 'object';
      /** Drizzle parses dates itself and needs them as text. */
      readonly momentsAsText: boolean;
    }
  | { readonly kind: 'script'; readonly text: string }
  | { readonly kind: 'listen'; readonly channel: string }
  | { readonly kind: 'unlisten'; readonly channel: string }
  | { readonly kind: 'dump'; readonly path: string }
  | { readonly kind: 'close' };

export interface Request {
  readonly id: number;
  readonly order: Order;
}

export interface WorkerResult {
  readonly rows: unknown[];
  readonly affectedRows: number;
}

export type Message =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly id: number; readonly value: WorkerResult }
  | { readonly kind: 'refused'; readonly id: number; readonly error: SqlErrorFields }
  /** An error that is not a refusal by the engine, such as a bad parameter. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'notification'; readonly channel: string; readonly payload: string };
