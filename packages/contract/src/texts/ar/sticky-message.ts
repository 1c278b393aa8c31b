import type { Texts } from '../index.ts';

export const stickyMessage: Texts['stickyMessage'] = {
  saved: 'تم حفظ الرسالة المثبّتة.',
  removed: 'تمت إزالة الرسالة المثبّتة.',
  what: 'الرسالة المثبّتة',
  about: 'رسائل تبقى في أسفل القناة',
  aboutSet: 'إبقاء رسالة في أسفل القناة',
  aboutRemove: 'إزالة الرسالة المثبّتة من قناة',
  aboutList: 'عرض الرسائل المثبّتة في هذا الخادم',
  optionMessage: 'نص الرسالة؛ اكتب \\n لسطر جديد',
  optionChannel: 'أي قناة؛ هذه القناة إن لم تختر',
  optionWhen: 'متى تعود إلى الأسفل',
  tooMany:
    'يمكنها أن تنتظر {most, plural, zero {# رسالة} one {رسالة واحدة} two {رسالتين} few {# رسائل} many {# رسالة} other {# رسالة}} على الأكثر.',
  numberUnused: 'لا معنى للعدد مع «بعد كل رسالة». احذفه أو اختر خيارًا يستخدم العدد.',
  optionNumber: 'بعد كم رسالة أو كم دقيقة',
  modeEveryMessage: 'بعد كل رسالة',
  modeEveryMessages: 'بعد عدد من الرسائل',
  modeEveryMinutes: 'كل عدد من الدقائق',
  modeAfterQuiet: 'بعد عدد من دقائق الهدوء',
  when: '{mode, select, everyMessages {بعد {count, plural, one {كل رسالة} two {رسالتين} few {# رسائل} many {# رسالة} other {# رسالة}}} everyMinutes {كل {count, plural, one {دقيقة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}} afterQuiet {بعد {count, plural, one {دقيقة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}} من الهدوء} other {بعد كل رسالة}}',
  rests: 'متوقفة مؤقتًا',
  off: 'معطّلة',
  set: 'ستظهر الرسالة المثبّتة في {channel} بعد لحظات.',
  none: 'لا توجد رسائل مثبّتة في هذا الخادم.',
  noneHere: 'لا توجد رسالة مثبّتة في {channel}.',
  listTitle: 'الرسائل المثبّتة',
};
