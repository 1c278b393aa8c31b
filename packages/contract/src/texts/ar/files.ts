import type { Texts } from '../index.ts';

export const files = {
  saved: 'رُفع الملف.',
  replaced: 'استُبدل الملف.',
  removed: 'حُذف الملف.',
} satisfies Texts['files'];
