import type { Texts } from '../index.ts';

export const connections = {
  linked: 'تم ربط المنصة بنجاح',
  unlinked: 'تم فك ربط المنصة بنجاح',
  goneTitle: 'لم تعد {platform} تسمح لنا بالدخول',
  goneText: 'سُحب الإذن الخاص بحساب {platform} المسمّى {name} أو انتهت صلاحيته. سجّل الدخول هناك مرة أخرى كي تتبعه رتبك.',
  linkAbout: 'اربط حساباتك على {allPlatformsToLink}',
  listTitle: 'حساباتك المربوطة',
  lineLinked: '**{platform}** {name}',
  lineGone: '**{platform}** {name}: سجّل الدخول مرة أخرى',
  lineNone: '**{platform}** غير مربوط',
  openSettings: 'فتح الإعدادات',
  kickCode: 'Kick: رمز للدردشة',
  codeText: 'اكتب `{command}` في إحدى هذه الدردشات على Kick من الحساب الذي تريد ربطه. الرمز صالح حتى {until}.',
  codeWarning: 'لا تستخدم إلا رمزًا طلبته بنفسك: من يكتبه يربط حسابه بحسابك في Discord.',
} satisfies Texts['connections'];
