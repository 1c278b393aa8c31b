import type { Texts } from '../index.ts';

export const creators = {
  saved: 'تم حفظ صانع المحتوى.',
  removed: 'تم تفكيك {name}. سيُعلن عن كل قناة على حدة من جديد.',
} satisfies Texts['creators'];
