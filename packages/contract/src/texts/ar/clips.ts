import type { Texts } from '../index.ts';

export const clips: Texts['clips'] = {
  command: 'عرض أحدث مقاطع صانع محتوى',
  title: 'أحدث المقاطع · {name}',
  none: 'لا مقاطع في اليوم الأخير.',
  moment: 'في التسجيل',
  download: 'تنزيل',
  elsewhere: 'المقاطع متاحة على Kick وTwitch.',
};
