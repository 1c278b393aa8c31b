import { type MessagePayload, noMentions, parseEmoji } from '@tally/message/discord';
import type { useTranslations } from 'next-intl';
import { platformNames } from '../../../lib/platform-names.ts';
import type { GiveawayDraft } from './draft-of.ts';

export const previewStates = ['running', 'drawing', 'ended'] as const;
export type PreviewState = (typeof previewStates)[number];

const COLOUR = 0x5b8def;
const GREY = 0x80848e;
/** Stands for what is known only when it begins. */
const SAMPLE_HASH = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';
const ROUND = 34_242_362;
const people = 412;
const tickets = 530;

/** The bot's own sentences: a test holds them to those of the contract. */
export type BotWords = ReturnType<typeof useTranslations<'giveaways.preview.bot'>>;

interface Way {
  readonly t: BotWords;
  readonly state: PreviewState;
  readonly end: Date | null;
  /** Who makes it, and so gives it away. */
  readonly host: string;
  /** While there is no prize yet. */
  readonly noName: string;
}

/** The message as the bot posts it, with sample figures for what is not known yet. */
export function payloadOf(draft: GiveawayDraft, way: Way): MessagePayload {
  const { t, state, noName } = way;
  const role = state === 'running' && draft.mentionRole ? draft.mentionRole : null;
  const image = draft.image.trim();
  return {
    content: role ? `<@&${role}>` : '',
    embeds: [
      {
        title: draft.name.trim() || noName,
        description: [draft.description.trim(), ...linesOf(draft, way)].filter((line) => line !== '').join('\n'),
        color: state === 'running' ? COLOUR : GREY,
        ...(/^https:\/\/\S+$/.test(image) ? { image: { url: image } } : {}),
        footer: { text: t('fairDraw', { hash: SAMPLE_HASH }) },
      },
    ],
    components: [{ type: 1, components: buttonsOf(draft, way) }],
    allowed_mentions: noMentions,
  };
}

const stamp = (at: Date, as: 'R' | 'f'): string => `<t:${Math.floor(at.getTime() / 1000)}:${as}>`;

function linesOf(draft: GiveawayDraft, { t, state, end, host }: Way): string[] {
  const count = draft.winnerCount ?? 1;
  if (state === 'drawing') {
    return [t('isClosed', { people, tickets }), t('sheetIs', { hash: SAMPLE_HASH }), t('roundIs', { round: ROUND })];
  }
  if (state === 'ended') {
    const winners = count === 1 ? '@Grace' : '@Grace, @Linus';
    return [t('winnersAre', { count, winners }), t('tookPart', { people, tickets }), t('host', { host })];
  }
  return [
    ...(end === null ? [] : [t('ends', { relative: stamp(end, 'R'), exact: stamp(end, 'f') })]),
    t(draft.mode === 'drop' ? 'dropFor' : 'winnersOf', { count }),
    t('host', { host }),
    ...needsLines(draft, t),
  ];
}

/** What somebody needs, in the order in which they are asked. A codeword and a sum are asked for when they enter. */
function needsLines(draft: GiveawayDraft, t: BotWords): string[] {
  const roles = (ids: readonly string[]) => ids.map((id) => `<@&${id}>`).join(', ');
  const day = (text: string) => stamp(new Date(`${text}T00:00`), 'f');
  const { filterRoles, needRoles, accountCreatedBefore, joinedServerBefore, messageCount, linkedPlatform } = draft;
  const needs = [
    filterRoles.length > 0 && t(draft.roleMode === 'whitelist' ? 'needOnly' : 'needNot', { roles: roles(filterRoles) }),
    accountCreatedBefore !== '' && t('needAccount', { date: day(accountCreatedBefore) }),
    joinedServerBefore !== '' && t('needJoined', { date: day(joinedServerBefore) }),
    draft.boostingServer && t('needBoost'),
    needRoles.length > 0 && t('needRole', { roles: roles(needRoles) }),
    linkedPlatform !== null && t('needLinked', { platform: platformNames[linkedPlatform] }),
    messageCount !== null && t('needMessages', { count: messageCount }),
  ].filter((line) => line !== false);
  if (needs.length === 0) return [];
  const { bypassRequirementsRoles: free } = draft;
  return [
    t('toEnter'),
    ...needs.map((line) => `• ${line}`),
    ...(free.length > 0 ? [t('bypass', { roles: roles(free) })] : []),
  ];
}

function buttonsOf(
  draft: GiveawayDraft,
  { t, state }: Way,
): NonNullable<MessagePayload['components']>[number]['components'] {
  const link = (label: string) => ({ type: 2, style: 5, url: 'https://discord.com', label }) as const;
  if (state === 'ended') {
    return [{ type: 2, style: 2, custom_id: 'ended', label: t('buttonEnded'), disabled: true }, link(t('buttonProof'))];
  }
  return [
    {
      type: 2,
      style: 1,
      custom_id: 'enter',
      label: draft.buttonLabel.trim() || t('buttonEnter'),
      emoji: parseEmoji(draft.emojiUnicodeOrId.trim() || '🎉') ?? { name: '🎉' },
      disabled: state === 'drawing',
    },
    { type: 2, style: 2, custom_id: 'mine', label: String(people), disabled: state === 'drawing' },
    link(t('buttonFair')),
  ];
}
