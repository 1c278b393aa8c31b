import { slugOf } from '../../lib/paths/slug.ts';

/** For the address and the picker; the server checks the bytes. */
export const accepted = 'image/png,image/jpeg,image/webp,image/gif,application/pdf';

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
};

/** Null: not a file that can be uploaded, as far as the browser can tell. */
export const endingOf = (file: Pick<File, 'type'>): string | null => endings[file.type] ?? null;

/** The name of a file on the server: its own name, in a form that fits into a URL. */
export function keyOf(file: Pick<File, 'name' | 'type'>): string {
  const ending = endingOf(file) ?? 'png';
  const name = slugOf(file.name.replace(/\.[^.]*$/, '')).slice(0, 60);
  return `${name.replace(/-$/, '') || 'file'}.${ending}`;
}
