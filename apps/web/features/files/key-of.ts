import { slugOf } from '../../lib/paths/slug.ts';

/** The file types that can be chosen. The server checks the content. */
export const accepted = 'image/png,image/jpeg,image/webp,image/gif,application/pdf';

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
};

/** Returns the file extension, or null if the file's type cannot be uploaded. */
export const endingOf = (file: Pick<File, 'type'>): string | null => endings[file.type] ?? null;

/** Returns the name of a file on the server: its own name with URL-safe characters. */
export function keyOf(file: Pick<File, 'name' | 'type'>): string {
  const ending = endingOf(file) ?? 'png';
  const name = slugOf(file.name.replace(/\.[^.]*$/, '')).slice(0, 60);
  return `${name.replace(/-$/, '') || 'file'}.${ending}`;
}
