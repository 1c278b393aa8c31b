import type { Texts } from '../index.ts';

export const messageEditor = {
  saved: 'حُفظت الرسالة.',
  removed: 'أُزيلت الرسالة، وعادت الرسالة الافتراضية.',
  unknownPlaceholder: '«{name}» ليس متغيرًا متاحًا هنا، وسيظهر كما هو مكتوب.',
  unknownPlaceholderMeant: '«{name}» ليس متغيرًا متاحًا هنا. هل تقصد «{didYouMean}»؟',
  tooLong:
    'هذا النص أطول من المسموح بمقدار {excess, plural, zero {# حرف} one {حرف واحد} two {حرفين} few {# أحرف} many {# حرفًا} other {# حرف}} حتى قبل تعبئته: الحد الأقصى {limit, number}.',
  tooLongTogether: 'نصوص البطاقة مجتمعةً أطول من المسموح بمقدار {excess, number}: الحد الأقصى {limit, number}.',
  emptyMessage: 'الرسالة فارغة. اكتب نصًا أو املأ البطاقة.',
  emptyField: 'هذا الحقل بلا اسم وبلا قيمة.',
  tooManyFields: 'تتسع البطاقة لما لا يزيد على {limit, number} حقلًا.',
  tooManyButtons: 'تتسع الرسالة لما لا يزيد على {limit, number} زرًا.',
  emptyButton: 'يحتاج هذا الزر إلى عنوان أو رمز تعبيري.',
  buttonWithoutLink: 'يحتاج هذا الزر إلى رابط يفتحه.',
  badLink: '«{link}» ليس رابطًا. يجب أن يبدأ بـ https:// أو أن يكون متغيرًا لرابط.',
  badColor: '«{color}» ليس لونًا. اكتبه بالصيغة ‎#RRGGBB.',
  badEmoji: '«{emoji}» ليس رمزًا تعبيريًا ولا معرّف رمز.',
  forbiddenName: 'لا يسمح ديسكورد بالاسم «{name}» لخطاف الويب.',
} satisfies Texts['messageEditor'];
