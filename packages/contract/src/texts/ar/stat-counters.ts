import type { Texts } from '../index.ts';

export const statCounters: Texts['statCounters'] = {
  statChannelLive: '🔴 {streamer} في بث مباشر',
  statChannelOffline: '⚫ {streamer} غير متصل',
  statFollowers: 'المتابعون: {count}',
  members: 'الأعضاء: {count}',
  what: 'عدّاد إحصائي',
  command: 'إنشاء قناة يعرض اسمها رقمًا',
  optionType: 'ما الذي تعرضه',
  optionStreamer: 'رقم من؛ عدد الأعضاء لا يحتاج إلى أحد',
  type_followers: 'المتابعون',
  type_liveUpdates: 'مباشر أو غير متصل',
  type_members: 'أعضاء هذا الخادم',
  made: 'أُنشئت {channels}. يتغيّر الاسم مرتين كل عشر دقائق على الأكثر، فهذا حدّ Discord.',
  exist: 'توجد قناة كهذه بالفعل.',
  removed: 'تمت إزالة القناة.',
  noStreamer: 'اختر صاحب الرقم.',
  cannotCount: 'لا تخبرنا هذه المنصة بعدد متابعي صانع المحتوى.',
  unknownNow: 'لا يمكن معرفة الرقم الآن. حاول مجددًا بعد لحظات.',
  tooMany: 'يمكن أن يكون في الخادم {limit, number} من هذه القنوات على الأكثر. أزل واحدة أولًا.',
  notAllowed: 'يحتاج البوت إلى صلاحيتي إدارة القنوات والاتصال في هذا الخادم لإنشاء قناة كهذه.',
  noRoom: 'لم يقبل Discord قناة أخرى في هذا الخادم، فربما بلغ الحدّ الأقصى.',
};
