import type { Texts } from '../index.ts';

export const faq = {
  command: 'ابحث عن جواب أو اسأل فريق الدعم',
  optionQuestion: 'ما تريد معرفته، بكلماتك',
  askProposal: 'اسأل الفريق: {question}',
  askStaff: 'اسأل الفريق',
  formQuestion: 'سؤالك',
  asked: 'وصل سؤالك إلى الفريق. سيظهر الجواب في إشعاراتك، وفي رسالة خاصة إن كنت تستقبلها.',
  nothing: 'لم نجد شيئًا عن «{question}». قد يعرف الفريق الجواب.',
  helped: 'أفادني',
  didNotHelp: 'لم يفدني',
  all: 'كل الأسئلة',
  rated: 'شكرًا لك، هذا يساعدنا على كتابة أجوبة أفضل.',
  saved: 'حُفظ السؤال وجوابه.',
  removed: 'حُذف السؤال وجوابه.',
  sent: 'الجواب في طريقه.',
  setAside: 'وُضع السؤال جانبًا.',
  answered: 'أُجيب عن سؤالك: {question}',
  letter: 'سألت الفريق: «{question}»\n\n{answer}',
  staffTitle: 'سؤال من {name}',
  staffButton: 'أجب',
} satisfies Texts['faq'];
