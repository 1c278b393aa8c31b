import type { Texts } from '../index.ts';

export const servers = {
  updated: 'تم تطبيق التغييرات بنجاح',
  unchanged: 'لا يوجد ما يمكن تغييره.',
  removed: 'غادر البوت هذا الخادم، ويُحذف الآن كل ما خُزّن عنه.',
  partNotBuilt: '{field}: هذا الإعداد غير متاح بعد.',
  channelNotHere: 'هذه القناة ليست في هذا الخادم.',
  channelTakesNoMessages: 'لا يمكن نشر الرسائل في هذا النوع من القنوات.',
  threadNotTaken: 'هذه سلسلة محادثة. اختر قناة.',
  pingNeedsYou: 'لا يمكنك تنبيه {role} في {channel}. تحتاج هناك إلى {permissions}.',
  pingNeedsBot: 'لا يستطيع البوت تنبيه {role} في {channel}. يحتاج هناك إلى {permissions}.',
  botNotHere: 'هذا البوت ليس في هذا الخادم.',
  roleNotHere: 'هذه الرتبة ليست في هذا الخادم.',
  role_everyone: 'الجميع يملكون هذه الرتبة، لذلك لا يمكن منحها.',
  role_managed: 'هذه الرتبة تابعة لتكامل خارجي، لذلك لا يمكن لأحد منحها.',
  role_position: 'هذه الرتبة ليست أدنى من رتبة البوت، لذلك لا يستطيع منحها.',
  role_position_member: 'هذه الرتبة ليست أدنى من أعلى رتبة لديك.',
  role_permission: 'لا يملك البوت صلاحية إدارة الرتب في هذا الخادم.',
  roleOfBot: 'هذه رتبة البوت نفسه، فلن تشير إلى أي عضو. اختر رتبة أخرى.',
} satisfies Texts['servers'];
