import type { Texts } from '../index.ts';

export const telemetry = {
  noted: 'تم التسجيل، شكرًا لك.',
} satisfies Texts['telemetry'];
