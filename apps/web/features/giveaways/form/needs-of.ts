import type { useTranslations } from 'next-intl';
import { date } from '../../../lib/words/format.ts';
import { isolated } from '../../../lib/words/mentions.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import type { GiveawayDraft } from './draft-of.ts';

type NeedWords = ReturnType<typeof useTranslations<'giveaways.needs'>>;
type Naming = (roleId: string) => string;

interface Way {
  readonly t: NeedWords;
  readonly nameOf: Naming;
  readonly locale: string;
}

/** The requirements for entering, in the order in which they are checked. */
function needsOf(draft: GiveawayDraft, { t, nameOf, locale }: Way): string[] {
  const roles = (ids: readonly string[]) =>
    new Intl.ListFormat(locale, { type: 'disjunction' }).format(ids.map((id) => nameOf(id)));
  const day = (text: string) => isolated(date(new Date(`${text}T00:00`), locale));
  const { filterRoles, needRoles, accountCreatedBefore, joinedServerBefore, messageCount, linkedPlatform } = draft;
  return [
    filterRoles.length > 0 && t(draft.roleMode === 'whitelist' ? 'only' : 'not', { roles: roles(filterRoles) }),
    accountCreatedBefore !== '' && t('account', { date: day(accountCreatedBefore) }),
    joinedServerBefore !== '' && t('joined', { date: day(joinedServerBefore) }),
    draft.boostingServer && t('boost'),
    needRoles.length > 0 && t('role', { roles: roles(needRoles) }),
    linkedPlatform !== null && t('linked', { platform: platformNames[linkedPlatform] }),
    messageCount !== null && t('messages', { count: messageCount }),
    draft.codeword !== null && draft.codeword.trim() !== '' && t('codeword'),
    draft.askSum && t('sum'),
  ].filter((need) => need !== false);
}

/** Who may enter, as one sentence. */
export function needsSentence(draft: GiveawayDraft, way: Way): string {
  const { t, nameOf, locale } = way;
  const list = new Intl.ListFormat(locale);
  const needs = needsOf(draft, way);
  const sentence = needs.length === 0 ? t('everybody') : t('sentence', { needs: list.format(needs) });
  const { bypassRequirementsRoles: free } = draft;
  if (needs.length === 0 || free.length === 0) return sentence;
  return `${sentence} ${t('bypass', { roles: list.format(free.map((id) => nameOf(id))) })}`;
}
