import type { Texts } from '../index.ts';

export const auditLog: Texts['auditLog'] = {
  what: 'سجل الدردشة',
  ban: 'حظر · {channel}',
  timeout: 'إسكات مؤقت · {channel}',
  sub: 'اشتراك · {channel}',
  gift: 'اشتراكات مهداة · {channel}',
  kicks: 'Kicks · {channel}',
  follow: 'متابعة · {channel}',
  somebody: 'شخص لم يذكر اسمه',
  banned: 'حُظر **{name}**.',
  bannedBy: 'حُظر **{name}** بقرار من **{by}**.',
  timedOut: 'لا يمكن لـ **{name}** الكتابة حتى {until}.',
  timedOutBy: 'لا يمكن لـ **{name}** الكتابة حتى {until}، بقرار من **{by}**.',
  subscribed: 'اشترك **{name}**.',
  renewed:
    'مدة اشتراك **{name}**: {count, plural, zero {لا أشهر} one {شهر واحد} two {شهران} few {{count} أشهر} many {{count} شهرًا} other {{count} شهر}}.',
  gave: 'أهدى **{name}** {count, plural, zero {لا اشتراكات} one {اشتراكًا واحدًا} two {اشتراكين} few {{count} اشتراكات} many {{count} اشتراكًا} other {{count} اشتراك}}.',
  to: 'إلى: {list}',
  toMore:
    'إلى: {list} و{count, plural, zero {لا أحد غيرهم} one {شخص آخر} two {شخصين آخرين} few {{count} آخرين} many {{count} آخرين} other {{count} آخرين}}',
  gaveKicks: 'منح **{name}** {count} من Kicks.',
  kicksAs: 'منح **{name}** {count} من Kicks: {gift}',
  follows: 'بدأ **{name}** بالمتابعة.',
  reason: 'السبب: {text}',
  message: 'الرسالة: {text}',
  leftOut:
    'حدث {count, plural, zero {لا شيء آخر} one {شيء آخر} two {شيئان آخران} few {{count} أشياء أخرى} many {{count} شيئًا آخر} other {{count} شيء آخر}} أسرع مما تستطيع قناة أن تعرضه.',
};
