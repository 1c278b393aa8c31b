import type { Texts } from '../index.ts';

export const telemetry = {
  noted: 'تم التسجيل، شكرًا لك.',
  overlayMade: 'تم إنشاء إطار لصورة ملف شخصي على Kick',
} satisfies Texts['telemetry'];
