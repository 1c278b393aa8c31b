import type { Texts } from '../index.ts';

export const messageEditor = {
  saved: 'حُفظت الرسالة.',
  removed: 'أُزيلت الرسالة، وعادت الرسالة الافتراضية.',
  unknownPlaceholder: '«{name}» ليس متغيرًا متاحًا هنا، وسيظهر كما هو مكتوب.',
  unknownPlaceholderMeant: '«{name}» ليس متغيرًا متاحًا هنا. هل تقصد «{didYouMean}»؟',
  tooLong:
    'هذا النص أطول من المسموح بمقدار {excess, plural, zero {{excess} حرف} one {حرف واحد} two {حرفين} few {{excess} أحرف} many {{excess} حرفًا} other {{excess} حرف}} حتى قبل تعبئته: الحد الأقصى {limit}.',
  tooLongTogether: 'نصوص التضمين مجتمعةً أطول من المسموح بمقدار {excess}: الحد الأقصى {limit}.',
  emptyMessage: 'الرسالة فارغة. اكتب نصًا أو املأ التضمين.',
  emptyField: 'هذا الحقل بلا اسم وبلا قيمة.',
  tooManyFields:
    'يتسع التضمين لما لا يزيد على {limit, plural, zero {{limit} حقل} one {حقل واحد} two {حقلين} few {{limit} حقول} many {{limit} حقلًا} other {{limit} حقل}}.',
  tooManyButtons:
    'تتسع الرسالة لما لا يزيد على {limit, plural, zero {{limit} زر} one {زر واحد} two {زرين} few {{limit} أزرار} many {{limit} زرًا} other {{limit} زر}}.',
  emptyButton: 'يحتاج هذا الزر إلى نص أو رمز تعبيري.',
  buttonWithoutLink: 'يحتاج هذا الزر إلى رابط يفتحه.',
  badLink: '«{link}» ليس رابطًا. يجب أن يبدأ بـ https:// أو أن يكون متغيرًا لرابط.',
  badColor: '«{color}» ليس لونًا. اكتبه بالصيغة ‎#RRGGBB.',
  badEmoji: '«{emoji}» ليس رمزًا تعبيريًا ولا معرّف رمز.',
  forbiddenName: 'لا يسمح ديسكورد بالاسم «{name}» لخطاف الويب.',
} satisfies Texts['messageEditor'];
