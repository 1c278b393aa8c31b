import type { OpenIncident } from '@tally/contract/status/history';
import type { useTranslations } from 'next-intl';

type Named = Pick<OpenIncident, 'title' | 'cause' | 'components'>;

/** What an incident is called: as staff named it, or what was noticed. */
export function incidentTitle(
  { title, cause, components: [first] }: Named,
  t: ReturnType<typeof useTranslations<'shell.incident'>>,
): string {
  if (title !== null) return title;
  return cause === 'gap' || !first ? t('gap') : t('trouble', { component: t(`components.${first}`) });
}
