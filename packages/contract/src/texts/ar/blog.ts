import type { Texts } from '../index.ts';

export const blog = {
  saved: 'حُفظ المقال.',
  removed: 'حُذف المقال.',
  reacted: 'شكرًا على تفاعلك.',
  unreacted: 'سُحب تفاعلك.',
} satisfies Texts['blog'];
