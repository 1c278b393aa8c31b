import { useTranslations } from 'next-intl';
import { namesFrom } from '../../../lib/words/plain-refusal.ts';
import { wordIn } from '../../../lib/words/word-in.ts';

/** Returns the name of a setting in lists: its own name, or the name of its page with its label there. */
export function useSettingName(): (setting: string) => string | null {
  const t = useTranslations('servers.changes');
  const [birthday, welcome] = [useTranslations('birthday'), useTranslations('welcome-leave')];
  return (setting) => {
    const own = wordIn(t, `what.${setting}`);
    if (own !== undefined) return own;
    for (const page of [birthday, welcome]) {
      const field = namesFrom(page)(setting);
      if (field !== null) return field === page('title') ? field : t('onPage', { page: page('title'), field });
    }
    return null;
  };
}
