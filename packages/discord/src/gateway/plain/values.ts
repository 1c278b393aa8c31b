export type Raw = Readonly<Record<string, unknown>>;
export const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

export const isNumber = (value: unknown): value is number => Number.isFinite(value);
/** True for a string, and for a missing value in either form. */
export const isText = (value: unknown): value is string | null | undefined =>
  typeof value === 'string' || value === undefined || value === null;

export function readEach<T>(list: unknown, read: (each: Raw) => T | null): T[] | null {
  if (!Array.isArray(list)) return null;
  const all: T[] = [];
  for (const each of list as unknown[]) {
    const one = isRecord(each) ? read(each) : null;
    if (one === null) return null;
    all.push(one);
  }
  return all;
}

const [ZERO, NINE] = [48, 57];

export function isDigits(value: unknown, least: number, most: number): value is string {
  if (typeof value !== 'string' || value.length < least || value.length > most) return false;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}

export const readBits = (value: unknown): bigint | null => (isDigits(value, 1, 30) ? BigInt(value) : null);
