/** A refusal by the embedded engine, rebuilt outside its thread in the shape of node-postgres' DatabaseError. */
export class SqlError extends Error {
  readonly code: string;
  readonly severity: string;
  readonly detail: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;

  constructor(about: SqlErrorFields) {
    super(about.message);
    this.name = 'SqlError';
    this.code = about.code;
    this.severity = about.severity;
    this.detail = about.detail;
    this.constraint = about.constraint;
    this.table = about.table;
    this.column = about.column;
  }
}

export interface SqlErrorFields {
  readonly message: string;
  readonly code: string;
  readonly severity: string;
  readonly detail: string | undefined;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
}

/** The engine is unavailable: it crashed and is being reopened, or it cannot be reached. */
export class DatabaseDownError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseDownError';
  }
}

interface Refusal {
  readonly code: string;
  readonly constraint: string | undefined;
}

/** Drizzle wraps the engine's error, so we search its causes. */
function refusalOf(error: unknown): Refusal | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    // `severity` distinguishes an SQLSTATE from a system code, because EPIPE has five capitals too.
    if ('severity' in each && 'code' in each && typeof each.code === 'string') {
      const constraint = 'constraint' in each && typeof each.constraint === 'string' ? each.constraint : undefined;
      return { code: each.code, constraint };
    }
  }
  return null;
}

/** Returns the five characters of https://www.postgresql.org/docs/current/errcodes-appendix.html, or null. */
export const sqlStateOf = (error: unknown): string | null => refusalOf(error)?.code ?? null;

function isRefusal(error: unknown, code: string, constraint: string | undefined): boolean {
  const refusal = refusalOf(error);
  return refusal?.code === code && (constraint === undefined || refusal.constraint === constraint);
}

export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  isRefusal(error, '23505', constraint);
export const isForeignKeyViolation = (error: unknown, constraint?: string): boolean =>
  isRefusal(error, '23503', constraint);
export const isCheckViolation = (error: unknown, constraint?: string): boolean => isRefusal(error, '23514', constraint);
/** Two transactions conflicted. The caller may retry the whole transaction. */
export const isSerializationFailure = (error: unknown): boolean => ['40001', '40P01'].includes(sqlStateOf(error) ?? '');

/** Postgres has no connection left, either overall or for this user or database. */
export const isOutOfConnections = (error: unknown): boolean => sqlStateOf(error) === '53300';

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
]);

/** The database is unavailable but may recover. Intake answers 503, and readiness fails. */
export function isDatabaseDown(error: unknown): boolean {
  const state = sqlStateOf(error);
  // 08: connection, 53: no space or connections left, 57P: shutting down or starting up, 58: disk failure.
  if (state) return /^(08|53|57P|58)/.test(state);
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof DatabaseDownError) return true;
    if ('code' in each && typeof each.code === 'string' && networkCodes.has(each.code)) return true;
    // node-postgres has no code for these two errors.
    if (
      /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        each.message,
      )
    ) {
      return true;
    }
  }
  return false;
}
