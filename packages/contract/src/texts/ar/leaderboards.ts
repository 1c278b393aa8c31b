import type { Texts } from '../index.ts';

export const leaderboards: Texts['leaderboards'] = {
  title: 'الاشتراكات المهداة · {name}',
  weekly: 'هذا الأسبوع',
  monthly: 'هذا الشهر',
  overall: 'الإجمالي',
  all: 'الكل',
  line: '{place, number}. **{name}** · {gifts, plural, zero {لا اشتراكات} one {اشتراك واحد} two {اشتراكان} few {# اشتراكات} many {# اشتراكًا} other {# اشتراك}}',
  nobody: 'لا اشتراكات مهداة بعد.',
  what: 'لوحة الصدارة',
  whatRole: 'مركز في لوحة الصدارة',
  command: 'عرض أكثر من أهدى اشتراكات على Kick',
  commandPanel: 'نشر لوحة صدارة تتحدّث تلقائيًا',
  optionPeriod: 'أي فترة؛ كل الفترات افتراضيًا',
  optionChannel: 'أين توضع؛ كما هي مضبوطة افتراضيًا',
  onlyKick: 'لوحات الصدارة متاحة لصنّاع المحتوى على Kick فقط.',
  posted: 'لوحة الصدارة منشورة في {channel} وتتحدّث تلقائيًا.',
  onItsWay: 'ستظهر لوحة الصدارة في {channel} بعد لحظات.',
};
