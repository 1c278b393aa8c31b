import type { Texts } from '../index.ts';

export const news = {
  saved: 'حُفظ سجل التغييرات.',
  removed: 'حُذف سجل التغييرات.',
  noticeSaved: 'حُفظ الإعلان.',
  noticeRemoved: 'أُزيل الإعلان.',
  noticeEndsBefore: 'لا يمكن أن ينتهي قبل أن يبدأ.',
} satisfies Texts['news'];
