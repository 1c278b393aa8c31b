import type { UserId } from '@tally/contract';
import { formatColor, type MessageTemplate } from '@tally/message/discord';
import { escapeMarkdown, type Values } from '@tally/message/template';
import { standingOf } from '../match/standing.ts';
import type { DrawnRow } from '../tables.ts';
import { bonusesOf, linesOf, MOST_NAMES, needLines } from './lines.ts';
import { exact, type GiveawayScene, isOpen, nameOf, relative, tellIn } from './scene.ts';

export const COLOUR = 0x5b8def;
export const GREY = 0x80848e;

/** Values that every message about a giveaway may use. */
function commonValues(scene: GiveawayScene): Values {
  const { row, looks, proofUrl, now } = scene;
  return {
    server: looks.name,
    server_icon: looks.iconUrl,
    member_count: looks.memberCount,
    now: exact(now),
    host: row.hostId ? `<@${row.hostId}>` : null,
    ends: row.endsAt ? relative(row.endsAt) : null,
    ends_at: row.endsAt ? exact(row.endsAt) : null,
    people: row.people,
    entries: row.tickets,
    requirements: needLines(scene).join('\n'),
    bonus_entries: bonusesOf(scene).slice(1).join('\n'),
    giveaway_url: row.messageId
      ? `https://discord.com/channels/${row.serverId}/${row.channelId}/${row.messageId}`
      : null,
    proof_url: proofUrl,
  };
}

/** Values for the message with the buttons. Its title has always shown the prize unescaped. */
export function valuesOfMessage(scene: GiveawayScene): Values {
  const { row, terms, drawn } = scene;
  return {
    ...commonValues(scene),
    prize: terms.name,
    details: terms.description,
    summary: linesOf(scene).join('\n'),
    image: terms.image,
    state_color: formatColor(isOpen(row) ? COLOUR : GREY),
    winner_count: terms.winnerCount,
    winners: standingOf(drawn).slice(0, MOST_NAMES).map(nameOf).join(', '),
  };
}

/** Values for sentences about the prize, with its Markdown escaped. */
function valuesOfNews(scene: GiveawayScene, claim: 'giveaways.claimUntil' | 'giveaways.claimOneself'): Values {
  const { row, terms } = scene;
  const until = row.claimUntil ? exact(row.claimUntil) : null;
  return {
    ...commonValues(scene),
    prize: escapeMarkdown(terms.name),
    claim: until ? tellIn(scene)(claim, { until }) : null,
    claim_until: until,
  };
}

export const valuesOfResult = (scene: GiveawayScene, { all, named }: Winners): Values => ({
  ...valuesOfNews(scene, 'giveaways.claimUntil'),
  winner_count: all.length,
  winners: named.map(nameOf).join(', '),
});
export interface Winners {
  readonly all: readonly DrawnRow[];
  /** The winners that this post names. */
  readonly named: readonly DrawnRow[];
}

export const valuesOfLetter = (scene: GiveawayScene, to: Addressee): Values => ({
  ...valuesOfNews(scene, 'giveaways.claimOneself'),
  winner_count: standingOf(scene.drawn).length,
  member: `<@${to.userId}>`,
  member_name: to.username,
  member_id: to.userId,
  own_giveaways_url: to.pageUrl,
});
export interface Addressee {
  readonly userId: UserId;
  readonly username: string;
  readonly pageUrl: string;
}

/** Removes the placeholder with the space before it if there is nothing to claim. */
export function withoutEmptyClaim(template: MessageTemplate, { claim }: Values): MessageTemplate {
  if (claim) return template;
  const tidy = (text: string) => text.replaceAll(/ ?\{claim\}/g, '');
  const { content, embed } = template;
  return {
    ...template,
    ...(content ? { content: tidy(content) } : {}),
    ...(embed?.description ? { embed: { ...embed, description: tidy(embed.description) } } : {}),
  };
}
