import type { Texts } from '../index.ts';

export const overrides = {
  saved: 'تم حفظ قاعدة التجاوز.',
  removed: 'تمت إزالة قاعدة التجاوز.',
  theRole: 'إحدى قواعد التجاوز',
  emptyQuery: 'لا تحتوي «{query}» على كلمة للبحث عنها.',
  // A pattern reads from left to right, or its brackets would show turned round.
  badFlags:
    '«\u2066{query}\u2069»: لا يجوز بعد الشرطة الأخيرة سوى الأحرف g وi وm وs وu وv وy، وليس «\u2066{part}\u2069».',
  badPattern: '«\u2066{query}\u2069» نمط لا يمكن استخدامه.',
  openGroup: '«\u2066{query}\u2069»: فُتح قوس «\u2066(\u2069» ولم يُغلق.',
  closedGroup:
    '«\u2066{query}\u2069»: أُغلق قوس «\u2066)\u2069» لم يُفتح. اكتب «\u2066\\)\u2069» للبحث عن العلامة نفسها.',
  openClass: '«\u2066{query}\u2069»: فُتح قوس «\u2066[\u2069» ولم يُغلق.',
  badClass: '«\u2066{query}\u2069»: لا تدل «\u2066{part}\u2069» على مجموعة من الأحرف.',
  nothingToRepeat: '«\u2066{query}\u2069»: لا شيء قبل «\u2066{part}\u2069» يمكن تكراره.',
  repeatTwice: '«\u2066{query}\u2069»: تكرّر «\u2066{part}\u2069» الشيء نفسه مرتين.',
  badCount:
    '«\u2066{query}\u2069»: لا يمكن العدّ بـ «\u2066{part}\u2069». التكرار 1,000 مرة على الأكثر، والعدد الأصغر أولًا.',
  badEscape: '«\u2066{query}\u2069»: لا معنى لـ «\u2066{part}\u2069» هنا. لا يمكن الرجوع إلى مجموعة سابقة.',
  lastBackslash: '«\u2066{query}\u2069»: ينقص حرف بعد آخر شرطة مائلة عكسية.',
  notHere: '«\u2066{query}\u2069»: لا توجد «\u2066{part}\u2069» هنا. لا تستطيع الأنماط النظر إلى ما قبلها أو ما بعدها.',
  bigPattern: '«\u2066{query}\u2069» نمط كبير جدًا. قلّل عدد التكرارات.',
  bothPing: 'لا يمكن تنبيه رتبة وعدم تنبيه أحد في آن واحد. اختر أحدهما.',
  bothPublish: 'لا يمكن نشر الرسالة وعدم نشرها في آن واحد. اختر أحدهما.',
  noLength: 'يجب أن يختلف عن وقت البداية',
  digestTitle: 'ما حدث خلال ساعات الهدوء',
  digestLive: 'ما زال مباشرًا',
  digestMore:
    '{count, plural, zero {ولا شيء غير ذلك} one {وإشعار آخر} two {وإشعاران آخران} few {و# إشعارات أخرى} many {و# إشعارًا آخر} other {و# إشعار آخر}}',
  digestFooter:
    '{count, plural, zero {لم يُحتجز أي إشعار} one {احتُجز إشعار واحد} two {احتُجز إشعاران} few {احتُجزت # إشعارات} many {احتُجز # إشعارًا} other {احتُجز # إشعار}}{live, plural, =0 {} zero {} one {، وما زال بث واحد مباشرًا} two {، وما زال بثّان مباشرين} few {، وما زالت # عمليات بث مباشرة} many {، وما زال # بثًا مباشرًا} other {، وما زال # بث مباشرًا}}.',
} satisfies Texts['overrides'];
