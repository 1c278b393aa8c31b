import type { Texts } from '../index.ts';

export const welcomeLeave = {
  theWelcome: 'رسالة الترحيب',
  theLeave: 'رسالة المغادرة',
  theRole: 'الأعضاء الجدد',
  testPosted: 'نُشرت الرسالة التجريبية في {channel} دون تنبيه أحد.',
  testQueued: 'الرسالة التجريبية في طريقها إلى {channel}، ولن تنبّه أحدًا.',
  cardWelcome: 'أهلًا بك في {server}!',
  cardLeave: 'غادر عضوٌ {server}.',
  cardCount: '{count, plural, zero {لا أعضاء} one {عضو واحد} two {عضوان} few {# أعضاء} many {# عضوًا} other {# عضو}}',
  command: 'الترحيب بمن ينضم والإعلان عمّن يغادر',
  commandSetup: 'اختيار القناة والتفعيل',
  commandReset: 'الإيقاف ومسح الإعدادات',
  optionType: 'أيّ الرسالتين',
  optionChannel: 'القناة التي تُنشر فيها',
  choiceWelcome: 'الترحيب',
  choiceLeave: 'المغادرة',
  isSetUp: 'من الآن تُنشر {name} في {channel}.',
  isReset: 'تم: {name} متوقفة الآن.',
} satisfies Texts['welcomeLeave'];
