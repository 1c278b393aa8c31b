import type { OpenIncident } from '@tally/contract/status/history';
import type { useTranslations } from 'next-intl';

type Named = Pick<OpenIncident, 'title' | 'cause' | 'components'>;

/** Returns the title of an incident, written by staff or derived from the detected problem. */
export function incidentTitle(
  { title, cause, components: [first] }: Named,
  t: ReturnType<typeof useTranslations<'shell.incident'>>,
): string {
  if (title !== null) return title;
  return cause === 'gap' || !first ? t('gap') : t('trouble', { component: t(`components.${first}`) });
}
