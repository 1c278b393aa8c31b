import type { Texts } from '../index.ts';

export const commands = {
  setup: 'إعداد ما يعلن عنه هذا الخادم',
  panel: 'نشر لوحة في قناة',
  onlyInServers: 'يعمل هذا الأمر داخل الخوادم فقط.',
  needsPermission: 'تحتاج إلى صلاحية «{permissions}» في هذا الخادم لتنفيذ ذلك.',
  missingOption: 'يرجى تعبئة {option}.',
  badOption: 'القيمة المُدخلة في {option} غير مقبولة هنا.',
  unknown: 'لم يعد هذا الأمر موجودًا. اضغط / لترى الأوامر المتاحة الآن.',
  permissionAdministrator: 'مسؤول',
  permissionManageGuild: 'إدارة الخادم',
  permissionManageRoles: 'إدارة الأدوار',
  permissionManageChannels: 'إدارة القنوات',
  permissionManageMessages: 'إدارة الرسائل',
} satisfies Texts['commands'];
