import type { Texts } from '../index.ts';

export const errorLogs = {
  cleared: 'سجل الأخطاء فارغ الآن.',
  solved: 'حُلّ',
  missingPermission:
    '{permissions, select, none {تنقص البوت صلاحية في {place}.} other {تنقص البوت صلاحيات في {place}: {permissions}.}}',
  pingsNobody:
    'تُنشر الرسائل في {place} دون تنبيه: لا يُسمح للبوت بالإشارة إلى {role} هناك. اسمح للجميع بالإشارة إلى تلك الرتبة، أو امنح البوت صلاحية «الإشارة إلى الجميع وكل الرتب».',
  unknownChannel: 'القناة المخصصة لـ {what} لم تعد موجودة.',
  unknownRole: 'الرتبة المخصصة لـ {what} لم تعد موجودة.',
  roleTooHigh: 'الرتبة {role} ليست أدنى من رتبة البوت، لذلك لا يستطيع منحها أو سحبها.',
  roleManaged: 'الرتبة {role} تابعة لتكامل خارجي، لذلك لا يمكن لأحد منحها أو سحبها.',
  webhookGone: 'تم حذف الويب هوك الخاص بـ {what} في {place}.',
  messageTooLarge: 'الرسالة الخاصة بـ {what} أطول مما يسمح به ديسكورد.',
  messageRefused: 'رفض ديسكورد الرسالة الخاصة بـ {what}: {reason}',
  unknownStreamer: '{streamer} لم يعد موجودًا على {platform}.',
  streamerRenamed: 'أصبح اسم {former} على {platform} هو {streamer}.',
  planLimit: 'تم إيقاف {what} مؤقتًا لأن خطة هذا الخادم تسمح بـ {limit, number}.',
  endedBeforeSent: 'انتهى بث {streamer} قبل أن نتمكن من إرسال رسالته.',
  unconfirmed: 'لا يمكن التأكد من وصول رسالة {what} إلى {place}. لن يُعاد إرسالها تجنبًا للتكرار.',
  discordDown: 'لم يستجب ديسكورد عندما أردنا نشر {what}.',
  platformDegraded: '{platform} لا يستجيب كما ينبغي؛ قد تتأخر الإشعارات.',
  tooManyAtOnce:
    'انضم أو غادر عدد كبير دفعة واحدة، فلم يُعلن عن كل واحد منهم في {place}: يُعلن عن {limit, number} في الدقيقة على الأكثر.',
  recordingNotSaved: 'لم تُحفظ نسخة من بث {streamer}: {why}',
} satisfies Texts['errorLogs'];
