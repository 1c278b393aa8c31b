import type { ByteRange } from '@tally/infra/files';

/**
 * The one part that is asked for. Null: the whole, also where several parts are asked for at once, or nothing that we
 * understand; `none`: it lies behind the end. https://www.rfc-editor.org/rfc/rfc9110#name-range
 */
export function chooseRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') return last === '0' ? 'none' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== '' && Number(last) < Number(first)) return null;
  if (Number(first) >= size) return 'none';
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
