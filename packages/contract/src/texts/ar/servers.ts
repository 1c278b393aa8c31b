import type { Texts } from '../index.ts';

export const servers = {
  updated: 'تم تطبيق التغييرات بنجاح',
  unchanged: 'لا يوجد ما يمكن تغييره.',
  partNotBuilt: '{field}: هذا الإعداد غير متاح بعد.',
} satisfies Texts['servers'];
