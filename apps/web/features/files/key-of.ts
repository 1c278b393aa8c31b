import { slugOf } from '../../lib/paths/slug.ts';

/** As the address and the picker know them; the server looks at the bytes. */
export const accepted = 'image/png,image/jpeg,image/webp,image/gif,application/pdf';

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
};

/** Null: nothing that can be uploaded, as far as the browser knows. */
export const endingOf = (file: Pick<File, 'type'>): string | null => endings[file.type] ?? null;

/** What a file is called at the server: its own name as far as an address can hold it. */
export function keyOf(file: Pick<File, 'name' | 'type'>): string {
  const ending = endingOf(file) ?? 'png';
  const name = slugOf(file.name.replace(/\.[^.]*$/, '')).slice(0, 60);
  return `${name.replace(/-$/, '') || 'file'}.${ending}`;
}
