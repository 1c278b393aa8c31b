import type { Texts } from '../index.ts';

export const billing = {
  tierChanged: 'تم تغيير الخطة.',
  addonsChanged: 'تم تغيير الإضافات.',
  canceled: 'تم الإلغاء. يبقى كل شيء كما هو حتى {date}، ويمكنك التراجع حتى ذلك الحين.',
  resumed: 'سيستمر الاشتراك. الدفعة القادمة في {date}.',
  somebodyBought: 'حصل أحدهم على Premium',
  addonNotSold: 'غير معروض للبيع',
  addonMost: 'يجب ألا يتجاوز {most, number}',
  addonStep: 'يجب أن يكون من مضاعفات {step, number}',
  paymentFailedTitle: 'لم تنجح عملية الدفع مقابل {plan}',
  paymentFailed: 'رفض البنك عملية الدفع مقابل {plan}. ستُعاد المحاولة خلال أيام؛ حدّث وسيلة الدفع حتى لا يتوقف شيء.',
  paymentWorkedTitle: 'تم دفع {plan}',
  paymentWorked: 'نجحت عملية الدفع مقابل {plan} أخيرًا. شكرًا لك.',
  endedTitle: 'انتهى اشتراك {plan}',
  ended: 'لم يُحذف شيء. ما لا تشمله الخطة المجانية متوقف مؤقتًا، وسيستأنف عند عودتك.',
  codeRefused: 'لا يمكن استخدام هذا الرمز لهذا الشراء',
  invoiceChange: 'التغيير إلى {plan}',
  invoiceAddons: 'تغيير الإضافات',
  lineUnused: 'وقت لم يُستخدم: {what}',
  lineLeft: 'الوقت المتبقي: {what}',
  invoiceFor: '{what}، {server}',
} satisfies Texts['billing'];
