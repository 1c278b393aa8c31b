import type { Texts } from '../index.ts';

export const admin = {
  flagsSet: 'تم الحفظ.',
  banned: 'لم يعد بإمكانهم استخدام الخدمة.',
  banEnded: 'يمكنهم استخدام الخدمة من جديد.',
  personViewed: 'اطّلع أحد أفراد الفريق على حسابك',
  personViewedText: 'يمكنه رؤية اسمك وخوادمك وخطتك، لكن ليس بريدك الإلكتروني. يسرد ملف تصدير بياناتك كل اطّلاع.',
  emailShown: 'اطّلع أحد أفراد الفريق على بريدك الإلكتروني',
  emailShownText: 'السبب الذي ذكره: {reason}',
} satisfies Texts['admin'];
