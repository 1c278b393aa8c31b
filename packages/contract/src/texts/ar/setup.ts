import type { Texts } from '../index.ts';

export const setup: Texts['setup'] = {
  restarting: 'يُعاد تشغيل Tally الآن بالقيم الجديدة. يستغرق ذلك بضع ثوانٍ.',
  owned: 'أنت مالك هذا التثبيت.',
};
