import type { Texts } from '../index.ts';

export const fields = {
  missing: 'مطلوب',
  invalid: 'غير صالح',
  unknown: 'حقل غير معروف',
  text: 'يجب أن يكون نصًا',
  number: 'يجب أن يكون رقمًا',
  wholeNumber: 'يجب أن يكون عددًا صحيحًا',
  boolean: 'يجب أن تكون القيمة true أو false',
  list: 'يجب أن يكون قائمة',
  object: 'يجب أن يكون كائنًا',
  date: 'يجب أن يكون تاريخًا ووقتًا مثل 2026-01-31T18:00:00Z',
  email: 'يجب أن يكون عنوان بريد إلكتروني',
  url: 'يجب أن يكون عنوان ويب',
  format: 'الصيغة غير صحيحة',
  discordId: 'يجب أن يكون معرّف ديسكورد',
  decimal: 'يجب أن يكون رقمًا عشريًا',
  file: 'يجب أن يكون ملفًا',
  oneOf: 'يجب أن يكون أحد الخيارات: {choices}',
  tooShort:
    'يجب ألا يقل عن {count, plural, zero {# حرف} one {حرف واحد} two {حرفين} few {# أحرف} many {# حرفًا} other {# حرف}}',
  tooLong:
    'يجب ألا يزيد على {count, plural, zero {# حرف} one {حرف واحد} two {حرفين} few {# أحرف} many {# حرفًا} other {# حرف}}',
  tooFew:
    'يجب ألا تقل العناصر عن {count, plural, zero {# عنصر} one {عنصر واحد} two {عنصرين} few {# عناصر} many {# عنصرًا} other {# عنصر}}',
  tooMany:
    'يجب ألا تزيد العناصر على {count, plural, zero {# عنصر} one {عنصر واحد} two {عنصرين} few {# عناصر} many {# عنصرًا} other {# عنصر}}',
  tooSmall: 'يجب أن يكون {least} أو أكثر',
  tooBig: 'يجب أن يكون {most} أو أقل',
  multipleOf: 'يجب أن يكون من مضاعفات {step}',
} satisfies Texts['fields'];
