import type { Texts } from '../index.ts';

export const embedFix: Texts['embedFix'] = {
  isLive: '{name} في بث مباشر',
  isQuiet: '{name} على Kick',
  watching:
    '{count, plural, zero {لا مشاهدين} one {مشاهد واحد} two {مشاهدان} few {# مشاهدين} many {# مشاهدًا} other {# مشاهد}}',
  views:
    '{count, plural, zero {لا مشاهدات} one {مشاهدة واحدة} two {مشاهدتان} few {# مشاهدات} many {# مشاهدة} other {# مشاهدة}}',
  aChannel: 'قناة على Kick',
  aClip: 'مقطع على Kick',
  aVideo: 'تسجيل على Kick',
  silent: 'لا يقول Kick المزيد الآن.',
  blocked: 'لا يعرض Kick هذا في البلد الذي تعمل منه هذه الخدمة.',
  unknown: 'غير موجود على Kick',
  unknownWhy: 'لا توجد قناة أو مقطع أو تسجيل كهذا، أو أنه حُذف.',
  menuFix: 'إصلاح روابط Kick',
  noLinks: 'لا يوجد رابط إلى kick.com في هذه الرسالة.',
};
