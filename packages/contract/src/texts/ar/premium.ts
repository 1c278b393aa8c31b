import type { Texts } from '../index.ts';

export const premium = {
  command: 'خطط هذا الخادم وخططك',
  commandBuy: 'اعرض ما يُباع واحصل عليه لهذا الخادم',
  commandStatus: 'اعرض خطة هذا الخادم وما هو متوقف',
  commandTransfer: 'انقل ترقية Server Premium إلى هذا الخادم',
  everythingOpen: 'كل شيء مفتوح هنا. لا يوجد ما يُشترى.',
  nothingSold: 'لا يُباع شيء هنا حاليًا. يمكن للفريق منح الخطط يدويًا.',
  buyTitle: 'الباقات المميزة',
  buyButton: 'عرض الخطط',
  manageButton: 'إدارة الاشتراك',
  aMonth: '{price} شهريًا',
  statusTitle: 'الخطط',
  statusServer: 'هذا الخادم',
  statusYou: 'أنت',
  statusPaused: 'متوقف لأن الخطة لا تشمله',
  moveTitle: 'نقل ترقية Server Premium؟',
  moveText: 'تغادر **{from}** وتنتقل إلى **{to}**. لا يمكن نقلها مجددًا لمدة 7 أيام.',
  moveFirst: 'تنتقل إلى **{to}**. لا يمكن نقلها مجددًا لمدة 7 أيام.',
  moveYes: 'انقلها',
  moved: 'أصبح لهذا الخادم الآن ترقية Server Premium الخاصة بك.',
  takenBack: 'عادت ترقية Server Premium إليك. يمكنك منحها لخادم بعد انتهاء أسبوعها.',
  planSaved: 'تم تعديل الخطة.',
  aboutServerFree: 'إشعارات ورتب لمجتمع صغير.',
  aboutServerPremium: 'المزيد من كل شيء، وكلماتك أنت في كل رسالة.',
  aboutServerPremiumPlus: 'اسمك وصورتك على كل رسالة، دون حاجة إلى التصويت.',
  aboutUserFree: 'اربط حساباتك وزامن رتبك.',
  aboutUserPremium:
    'ترقية Server Premium واحدة تنقلها معك، دون حاجة إلى التصويت في أي مكان، مع مشاركة الوسائط والرتب المرتبطة.',
  'addon{Platform}Connections':
    '{step, plural, zero {# اتصال {Name} إضافي} one {اتصال {Name} إضافي} two {اتصالا {Name} إضافيان} few {# اتصالات {Name} إضافية} many {# اتصال {Name} إضافيًا} other {# اتصال {Name} إضافي}}',
  addonAutoLiveRoles:
    '{step, plural, one {رتبة بث تلقائي إضافية} two {رتبتا بث تلقائي إضافيتان} few {# رتب بث تلقائي إضافية} many {# رتبة بث تلقائي إضافية} other {# رتبة بث تلقائي إضافية}}',
  addonStatusRoles:
    '{step, plural, one {رتبة حالة إضافية} two {رتبتا حالة إضافيتان} few {# رتب حالة إضافية} many {# رتبة حالة إضافية} other {# رتبة حالة إضافية}}',
  addonOverrides:
    '{step, plural, one {قاعدة استثناء إضافية} two {قاعدتا استثناء إضافيتان} few {# قواعد استثناء إضافية} many {# قاعدة استثناء إضافية} other {# قاعدة استثناء إضافية}}',
  addonStickyMessages:
    '{step, plural, one {رسالة مثبتة إضافية} two {رسالتان مثبتتان إضافيتان} few {# رسائل مثبتة إضافية} many {# رسالة مثبتة إضافية} other {# رسالة مثبتة إضافية}}',
  addonStarboards:
    '{step, plural, one {لوحة نجوم إضافية} two {لوحتا نجوم إضافيتان} few {# لوحات نجوم إضافية} many {# لوحة نجوم إضافية} other {# لوحة نجوم إضافية}}',
  addonLinkedRoles:
    '{step, plural, one {قاعدة رتب مرتبطة إضافية} two {قاعدتا رتب مرتبطة إضافيتان} few {# قواعد رتب مرتبطة إضافية} many {# قاعدة رتب مرتبطة إضافية} other {# قاعدة رتب مرتبطة إضافية}}',
} satisfies Texts['premium'];
