import type { Texts } from '../index.ts';

export const liveRole = {
  saved: 'تم حفظ الرتبة.',
  removed: 'تمت إزالة الرتبة، وسيفقدها الأعضاء بعد لحظات.',
  twice: 'هذه الرتبة مكررة في القائمة.',
  noTexts: 'اكتب نصًا واحدًا على الأقل للبحث عنه.',
  emptyText: 'لا يحتوي هذا النص على شيء للبحث عنه.',
  autoLiveRoleAdded: 'بدأ {member} بثًا مباشرًا على Twitch وحصل على {role}.',
  autoLiveRoleRemoved: 'انتهى بث {member}، فسُحبت منه {role}.',
  statusRoleAdded: 'يعرض {member} «{status_text}» في حالته وحصل على {role}.',
  statusRoleRemoved: 'لم يعد {member} يعرض «{status_text}» في حالته، فسُحبت منه {role}.',
  what_autoLive: 'الأعضاء الذين يبثون على Twitch',
  what_status: 'الحالة المخصصة',
  what_streamer: 'الأشخاص التابعين لأحد صانعي البث',
  log_autoLive: 'سجل رتب البث المباشر',
  log_status: 'سجل رتب الحالة',
} satisfies Texts['liveRole'];
