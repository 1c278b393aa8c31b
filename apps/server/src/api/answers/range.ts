import type { ByteRange } from '@tally/infra/files';

/**
 * The requested range. Null: the whole file, also for several ranges or an invalid header; `none`: the range is behind
 * the end. https://www.rfc-editor.org/rfc/rfc9110#name-range
 */
export function chooseRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') return last === '0' ? 'none' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return null;
  if (Number(first) >= size) return 'none';
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
