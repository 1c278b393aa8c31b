import type { Texts } from '../index.ts';

export const moving: Texts['moving'] = {
  deleted: 'تم حذف القائمة.',
  undone:
    '{removed, plural, =0 {لم يُحذف شيء.} zero {لم يُحذف شيء.} one {تم حذف صانع محتوى واحد.} two {تم حذف صانعي محتوى.} few {تم حذف # من صنّاع المحتوى.} many {تم حذف # من صنّاع المحتوى.} other {تم حذف # من صنّاع المحتوى.}}',
  kept: '{kept, plural, zero {لم يبقَ شيء.} one {بقي واحد لأنه عُدّل أو حُذف منذ ذلك الحين.} two {بقي اثنان لأنهما عُدّلا أو حُذفا منذ ذلك الحين.} few {بقي # لأنهم عُدّلوا أو حُذفوا منذ ذلك الحين.} many {بقي # لأنهم عُدّلوا أو حُذفوا منذ ذلك الحين.} other {بقي # لأنهم عُدّلوا أو حُذفوا منذ ذلك الحين.}}',
  tooMany: 'لدى أشخاص آخرين قوائم مفتوحة في هذا الخادم. الحد الأقصى في الوقت نفسه هو {max, number}. حاول لاحقًا.',
  switchOn: 'افتح Bot ← Privileged Gateway Intents: {url}',
  noChannel: 'اختر أولًا قناة لكل صانع محتوى.',
  nothingTaken: 'اختر أولًا صانع محتوى واحدًا على الأقل.',
  menuFollow: 'متابعة صانع المحتوى هذا',
  offerTitle: 'صنّاع المحتوى في هذه الرسالة',
  offerFound: '**{name}** على {platform}',
  offerFollowed: '**{name}** على {platform}: يتابعه هذا الخادم بالفعل.',
  offerMissing: '{name}: لا توجد قناة كهذه على {platform}.',
  offerLater: '{name}: لا تستجيب {platform} الآن. حاول مجددًا بعد دقيقة.',
  offerButton: 'متابعة {name} ({platform})',
  offerWhere: 'ستُنشر الرسائل في {channel}.',
  offerNone: 'ليس في هذه الرسالة رابط إلى صانع محتوى. يلزم رابط قناة، مثل https://www.twitch.tv/name.',
  stillLooking: 'لم ينته البحث بعد. حاول مجددًا بعد لحظات.',
  wrongName: 'هذا ليس اسم هذا الخادم.',
};
