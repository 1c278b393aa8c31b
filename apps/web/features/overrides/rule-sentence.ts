import type { Override } from '@tally/contract/overrides/bodies';
import type { useTranslations } from 'next-intl';
import { duration } from '../../lib/words/format.ts';
import { isolated } from '../../lib/words/mentions.ts';
import { platformNames } from '../../lib/words/platform-names.ts';

export type OverrideWords = ReturnType<typeof useTranslations<'overrides'>>;

export interface SentenceScene {
  readonly t: OverrideWords;
  readonly locale: string;
  readonly names: { readonly channel: (id: string) => string; readonly role: (id: string) => string };
}

/** The maximum number of words in a rule's sentence. */
const MOST_WORDS = 4;

/** Describes a rule: “On Kick and Twitch, when the title has “giveaway”: post in #events and ping @Events.” */
export function ruleSentence(rule: Override, scene: SentenceScene): string {
  const { t, locale } = scene;
  const what = effectSentence(rule, scene);
  const where =
    rule.applyTo.length === 0
      ? t('sentence.everywhere')
      : t('sentence.on', {
          platforms: list(
            rule.applyTo.map((each) => platformNames[each]),
            locale,
            'conjunction',
          ),
        });
  const whole = t('sentence.whole', { where, when: whenOf(rule, scene), what });
  if (rule.durationMinutes === null) return whole;
  return t('sentence.held', { whole, duration: duration(rule.durationMinutes * 60_000, locale, 'long') });
}

/** Describes only the effect of a rule: “post in #events and ping @Events”. */
export function effectSentence(rule: Override, { t, locale, names }: SentenceScene): string {
  if (rule.actions.includes('cancel')) return t('sentence.cancel');
  const effects = [
    rule.overrideChannelId && t('sentence.post', { channel: isolated(`#${names.channel(rule.overrideChannelId)}`) }),
    rule.overridePingRoleId && t('sentence.ping', { role: isolated(`@${names.role(rule.overridePingRoleId)}`) }),
    rule.actions.includes('dontPing') && t('sentence.dontPing'),
    rule.actions.includes('autoPublish') && t('sentence.publish'),
    rule.actions.includes('dontPublish') && t('sentence.dontPublish'),
  ].filter((effect): effect is string => typeof effect === 'string');
  return effects.length === 0 ? t('sentence.asUsual') : list(effects, locale, 'conjunction');
}

function whenOf({ query, queryIn }: Override, { t, locale }: SentenceScene): string {
  if (query.length === 0) return t('sentence.always');
  const places = queryIn.length === 0 ? (['title', 'category', 'description'] as const) : queryIn;
  const shown = query
    .slice(0, MOST_WORDS)
    .map((word) => isolated(isPattern(word) ? word : t('sentence.word', { word })));
  const more = query.length - shown.length;
  return t('sentence.has', {
    places: list(
      places.map((place) => t(`places.${place}`)),
      locale,
      'disjunction',
    ),
    words: list(more > 0 ? [...shown, t('sentence.more', { count: more })] : shown, locale, 'disjunction'),
  });
}

const isPattern = (word: string): boolean => /^\/.+\/[a-z]*$/isu.test(word.trim());
const list = (parts: readonly string[], locale: string, type: Intl.ListFormatType): string =>
  new Intl.ListFormat(locale, { type }).format(parts);

/** Isolates a name, which keeps its own direction in a sentence of the other direction. */
