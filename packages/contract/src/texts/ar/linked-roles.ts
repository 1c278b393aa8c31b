import type { Texts } from '../index.ts';

export const linkedRoles = {
  saved: 'تم حفظ القاعدة.',
  removed: 'تمت إزالة القاعدة، وتبقى الرتب التي منحتها.',
  twice: 'لهذه الرتبة قاعدة بالفعل.',
  own: 'لا يمكن للقاعدة أن تمنح أو تسحب الرتبة التي تخصها.',
  both: 'ستُمنح هذه الرتبة وتُسحب في الوقت نفسه.',
  nothing: 'اختر رتبة واحدة على الأقل لمنحها أو سحبها.',
  what: 'قاعدة «مع هذه الرتبة، تلك الرتب»',
  log: 'سجل الرتب المرتبطة',
  given: 'حصل {member} على {role} بموجب قاعدة.',
  taken: 'سُحبت {role} من {member} بموجب قاعدة.',
  kickName: 'حساب Kick مرتبط',
  kickAbout: 'ربط حسابًا في Kick',
  twitchName: 'حساب Twitch مرتبط',
  twitchAbout: 'ربط حسابًا في Twitch',
  followersName: 'المتابعون',
  followersAbout: 'الحد الأدنى لمتابعي قناته',
  monthsName: 'أشهر الاشتراك',
  monthsAbout: 'الحد الأدنى لأشهر اشتراكه الساري في Kick',
  premiumName: 'بريميوم',
  premiumAbout: 'لديه خطة بريميوم',
} satisfies Texts['linkedRoles'];
