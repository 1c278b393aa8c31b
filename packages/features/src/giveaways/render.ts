import type { giveawayEvents, Locale, TextKey } from '@tally/contract';
import { customId } from '@tally/discord/interactions';
import { minutes, say } from '@tally/kernel';
import {
  type ButtonPayload,
  type EmbedPayload,
  type MessagePayload,
  noMentions,
  parseEmoji,
} from '@tally/message/discord';
import { escapeMarkdown } from '@tally/message/template';
import { standingOf } from './match/standing.ts';
import { isDrop, type Terms } from './match/terms.ts';
import type { DrawnRow, DrawRow, GiveawayRow } from './tables.ts';

/** What the buttons of a giveaway are called; the id of the giveaway follows. */
export const buttonIds = { enter: 'gw-enter', mine: 'gw-mine', claim: 'gw-claim', leave: 'gw-leave' } as const;

export interface Scene {
  readonly row: GiveawayRow;
  readonly terms: Terms;
  readonly draw: Omit<DrawRow, 'sheet'>;
  readonly drawn: readonly DrawnRow[];
  readonly locale: Locale;
  readonly proofUrl: string;
}

const COLOUR = 0x5b8def;
const GREY = 0x80848e;

export const relative = (at: Date): string => `<t:${Math.floor(at.getTime() / 1000)}:R>`;
export const exact = (at: Date): string => `<t:${Math.floor(at.getTime() / 1000)}:f>`;

/** The message of a giveaway, in whatever state it is. The line about the fair draw is never left out. */
export function renderGiveaway(scene: Scene): MessagePayload {
  const { row, terms } = scene;
  const isOpen = row.state === 'running' || row.state === 'paused';
  const embed: EmbedPayload = {
    title: terms.name,
    description: [terms.description, ...linesOf(scene)].filter(Boolean).join('\n').slice(0, 4000),
    color: isOpen ? COLOUR : GREY,
    ...(terms.image ? { image: { url: terms.image } } : {}),
    footer: { text: fairLine(scene) },
  };
  const role = isOpen && terms.mentionRole ? terms.mentionRole : null;
  return {
    ...(role ? { content: `<@&${role}>` } : { content: '' }),
    embeds: [embed],
    components: [{ type: 1, components: buttonsOf(scene) }],
    allowed_mentions: role ? { parse: [], roles: [role], users: [] } : noMentions,
  };
}

function linesOf({ row, terms, draw, drawn, locale }: Scene): string[] {
  const tell = (key: TextKey, values: Record<string, string | number> = {}) => say(locale, key, values);
  const host = row.hostId ? [tell('giveaways.host', { host: `<@${row.hostId}>` })] : [];
  switch (row.state) {
    case 'paused':
      return [tell('giveaways.isPaused'), ...host, ...needsOf(terms, locale)];
    case 'running':
      return [
        ...(row.endsAt ? [tell('giveaways.ends', { relative: relative(row.endsAt), exact: exact(row.endsAt) })] : []),
        tell(isDrop(terms) ? 'giveaways.dropFor' : 'giveaways.winnersOf', { count: terms.winnerCount }),
        ...host,
        ...needsOf(terms, locale),
      ];
    case 'drawing':
      return [
        ...lateLine(row, locale),
        tell('giveaways.isClosed', { people: draw.people ?? row.people, tickets: draw.tickets ?? row.tickets }),
        ...(draw.sheetHash ? [tell('giveaways.sheetIs', { hash: draw.sheetHash })] : []),
        ...(draw.round === null ? [] : [tell('giveaways.roundIs', { round: draw.round })]),
      ];
    case 'scheduled':
    case 'ended':
    case 'claimed':
    case 'rerolled':
    case 'unclaimed':
      return [
        winnersLine(drawn, locale),
        ...lateLine(row, locale),
        tell('giveaways.tookPart', { people: row.people, tickets: row.tickets }),
        ...host,
      ];
  }
}

const LATE_MS = minutes(10);

/** It closes on time whatever happens to Discord; only where the bot itself was away it is later. */
function lateLine({ endsAt, closedAt }: GiveawayRow, locale: Locale): string[] {
  if (!endsAt || !closedAt || closedAt.getTime() - endsAt.getTime() < LATE_MS) return [];
  return [say(locale, 'giveaways.closedLate', { end: exact(endsAt), closed: exact(closedAt) })];
}

function winnersLine(drawn: readonly DrawnRow[], locale: Locale): string {
  const winners = standingOf(drawn);
  if (winners.length === 0) return say(locale, drawn.length > 0 ? 'giveaways.nobodyMay' : 'giveaways.nobodyEntered');
  const names = winners.map(nameOf).slice(0, 60).join(', ');
  return say(locale, 'giveaways.winnersAre', { winners: names, count: winners.length });
}

/** Of somebody who was forgotten only that they won is left. */
export const nameOf = ({ userId, key }: DrawnRow): string => (userId ? `<@${userId}>` : `\`${key.slice(0, 12)}\``);

/** What somebody needs, in the order in which they are asked. */
export function needsOf({ requirements, entryFilter, bypassRequirementsRoles }: Terms, locale: Locale): string[] {
  const roles = (ids: readonly string[]) => ids.map((id) => `<@&${id}>`).join(', ');
  const { accountCreatedBefore, joinedServerBefore, boostingServer, linkedPlatform, messageCount } = requirements ?? {};
  const needs = [
    entryFilter &&
      entryFilter.roles.length > 0 &&
      say(locale, entryFilter.roleMode === 'whitelist' ? 'giveaways.needOnly' : 'giveaways.needNot', {
        roles: roles(entryFilter.roles),
      }),
    accountCreatedBefore && say(locale, 'giveaways.needAccount', { date: exact(accountCreatedBefore) }),
    joinedServerBefore && say(locale, 'giveaways.needJoined', { date: exact(joinedServerBefore) }),
    boostingServer && say(locale, 'giveaways.needBoost'),
    requirements &&
      requirements.roles.length > 0 &&
      say(locale, 'giveaways.needRole', { roles: roles(requirements.roles) }),
    linkedPlatform && say(locale, 'giveaways.needLinked', { platform: linkedPlatform }),
    messageCount && say(locale, 'giveaways.needMessages', { count: messageCount }),
  ].filter((line) => typeof line === 'string');
  if (needs.length === 0) return [];
  const bypass =
    bypassRequirementsRoles.length > 0
      ? [say(locale, 'giveaways.bypass', { roles: roles(bypassRequirementsRoles) })]
      : [];
  return [say(locale, 'giveaways.toEnter'), ...needs.map((line) => `• ${line}`), ...bypass];
}

const fairLine = ({ draw, locale }: Scene): string => say(locale, 'giveaways.fairDraw', { hash: draw.commitment });

function buttonsOf({ row, terms, locale, proofUrl }: Scene): ButtonPayload[] {
  const isOpen = row.state === 'running';
  const isOver = !['running', 'paused', 'drawing'].includes(row.state);
  const emoji = parseEmoji(terms.emojiUnicodeOrId ?? '🎉') ?? { name: '🎉' };
  const proof = (label: string): ButtonPayload => ({ type: 2, style: 5, label, url: proofUrl });
  if (isOver) {
    const label = say(locale, 'giveaways.buttonEnded');
    const ended = { type: 2, style: 2, custom_id: customId(buttonIds.mine, row.id), label, disabled: true } as const;
    return [ended, proof(say(locale, 'giveaways.buttonProof'))];
  }
  return [
    {
      type: 2,
      style: 1,
      custom_id: customId(buttonIds.enter, row.id),
      label: terms.buttonLabel ?? say(locale, 'giveaways.buttonEnter'),
      emoji,
      disabled: !isOpen,
    },
    {
      type: 2,
      style: 2,
      custom_id: customId(buttonIds.mine, row.id),
      label: new Intl.NumberFormat(locale).format(row.people),
      disabled: row.state === 'drawing',
    },
    proof(say(locale, 'giveaways.buttonFair')),
  ];
}

export type Happened = {
  readonly event: (typeof giveawayEvents)[number];
  readonly byId?: string | null;
  readonly details?: Readonly<Record<string, string | number>>;
};

/** One line for each thing that happened, with who did it where it was somebody. */
export function renderLog({ row, terms, locale, proofUrl }: Scene, happened: readonly Happened[]): MessagePayload {
  const lines = happened.map(({ event, byId, details = {} }) => {
    const what = say(locale, `giveaways.log_${event}`, {
      people: row.people,
      winners: Number(details['winners'] ?? 0),
      draw: Number(details['draw'] ?? 1),
      key: String(details['key'] ?? '').slice(0, 12),
      reason: escapeMarkdown(String(details['reason'] ?? '')),
    });
    const changes =
      event === 'edited'
        ? Object.entries(details).map(([field, change]) => `\n• ${field}: ${escapeMarkdown(String(change))}`)
        : [];
    return [what, byId ? ` · <@${byId}>` : '', ...changes].join('');
  });
  const title = escapeMarkdown(terms.name);
  return {
    embeds: [{ title, url: proofUrl, description: lines.join('\n').slice(0, 4000), color: GREY }],
    allowed_mentions: noMentions,
  };
}

/** Ten minutes before the end, for who forgot. */
export const renderLastChance = ({ row, terms, locale }: Scene): MessagePayload => ({
  content: say(locale, 'giveaways.lastChance', {
    prize: escapeMarkdown(terms.name),
    relative: row.endsAt ? relative(row.endsAt) : '',
  }),
  allowed_mentions: noMentions,
});

/** Says who won, and pings them alone. */
export function renderResult({ row, terms, drawn, locale }: Scene, number: number): MessagePayload {
  const winners = drawn.filter((each) => each.number === number && each.outcome === 'won');
  const prize = escapeMarkdown(terms.name);
  const claim: ButtonPayload[] =
    row.claimUntil && winners.length > 0
      ? [
          {
            type: 2,
            style: 3,
            custom_id: customId(buttonIds.claim, row.id),
            label: say(locale, 'giveaways.buttonClaim'),
          },
        ]
      : [];
  const until =
    row.claimUntil && winners.length > 0
      ? ` ${say(locale, 'giveaways.claimUntil', { until: exact(row.claimUntil) })}`
      : '';
  const content =
    winners.length === 0
      ? say(locale, drawn.some((each) => each.number === number) ? 'giveaways.nobodyMayWin' : 'giveaways.nobodyCame', {
          prize,
        })
      : `${say(locale, 'giveaways.congratulations', { winners: winners.map(nameOf).join(', '), prize, count: winners.length })}${until}`;
  return {
    ...(row.messageId ? { message_reference: { message_id: row.messageId, fail_if_not_exists: false } } : {}),
    content: content.slice(0, 2000),
    ...(claim.length > 0 ? { components: [{ type: 1, components: claim }] } : {}),
    allowed_mentions: {
      parse: [],
      roles: [],
      users: winners.flatMap(({ userId }) => (userId ? [userId] : [])).slice(0, 100),
      replied_user: false,
    },
  };
}
