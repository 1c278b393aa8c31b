import type { Texts } from '../index.ts';

export const overrides = {
  saved: 'تم حفظ قاعدة التجاوز.',
  removed: 'تمت إزالة قاعدة التجاوز.',
  emptyQuery: 'لا تحتوي «{query}» على كلمة للبحث عنها.',
  badFlags: '«{query}»: لا يجوز بعد الشرطة الأخيرة سوى الأحرف g وi وm وs وu وv وy، وليس «{detail}».',
  badPattern: '«{query}» نمط لا يمكن استخدامه ({detail}). النظر إلى الأمام أو الخلف والمراجع الخلفية غير متاحة هنا.',
  bigPattern: '«{query}» نمط كبير جدًا. قلّل عدد التكرارات.',
  bothPublish: 'لا يمكن نشر الرسالة وعدم نشرها في آن واحد. اختر أحدهما.',
  noLength: 'يجب أن يختلف عن وقت البداية',
  digestTitle: 'ما حدث خلال ساعات الهدوء',
  digestLive: 'ما زال مباشرًا',
  digestMore:
    '{count, plural, zero {ولا شيء غير ذلك} one {وإشعار آخر} two {وإشعاران آخران} few {و# إشعارات أخرى} many {و# إشعارًا آخر} other {و# إشعار آخر}}',
  digestFooter:
    '{count, plural, zero {لم يُحتجز أي إشعار} one {احتُجز إشعار واحد} two {احتُجز إشعاران} few {احتُجزت # إشعارات} many {احتُجز # إشعارًا} other {احتُجز # إشعار}}{live, plural, =0 {} zero {} one {، وما زال بث واحد مباشرًا} two {، وما زال بثّان مباشرين} few {، وما زالت # عمليات بث مباشرة} many {، وما زال # بثًا مباشرًا} other {، وما زال # بث مباشرًا}}.',
} satisfies Texts['overrides'];
