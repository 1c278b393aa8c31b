import type { Texts } from '../index.ts';

export const emotes: Texts['emotes'] = {
  noPlace: 'لا مكان شاغر لرمز تعبيري آخر من هذا النوع.',
  nameTaken: 'في الخادم رمز تعبيري بهذا الاسم.',
  tooLarge: 'الصورة كبيرة جدًا حتى بعد تصغيرها.',
  unreadable: 'هذه ليست صورة يقبلها Discord.',
  noPicture: 'تعذّر جلب الصورة.',
  refused: 'لم يقبلها Discord.',
  place: 'الرموز التعبيرية لهذا الخادم',
  importRuns: 'لم تنتهِ عملية استيراد أخرى بعد. انتظرها أو ألغِها.',
  nothingChosen: 'اختر رمزًا واحدًا على الأقل.',
  notOpen: 'انتهت عملية الاستيراد هذه.',
  nothingToUndo: 'لم تُضف عملية الاستيراد هذه شيئًا.',
  audit: 'استيراد رموز {streamer}',
  auditUndo: 'التراجع عن استيراد رموز {streamer}',
  about: 'رموز قناة تصبح رموزًا تعبيرية لهذا الخادم',
  aboutImport: 'إضافة رموز قناة بقدر ما يتسع الخادم',
  aboutList: 'آخر عمليات استيراد الرموز',
  optionStreamer: 'اسم القناة',
  noneOwn: 'ليس لدى {streamer} رموز.',
  full: 'لا مكان في هذا الخادم لرمز تعبيري آخر.',
  begun: 'أُضيف {done}، ولم يُضف {failed}، وبقي {waiting}. تستمر العملية تلقائيًا.',
  listTitle: 'عمليات استيراد الرموز',
  noImports: 'لم يُستورد شيء بعد.',
  listed:
    '**{streamer}** · {state, select, running {جارية} waiting {بالانتظار} stopped {متوقفة} done {انتهت} cancelled {أُلغيت} undoing {يجري التراجع عنها} other {تم التراجع عنها}} · أُضيف {done}، ولم يُضف {failed}، وبقي {waiting}',
};
