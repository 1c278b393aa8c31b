import { placeholdersFor } from '@tally/contract';
import { bornAt } from '@tally/kernel';
import {
  type MessagePayload,
  type MessageTemplate,
  noMentions,
  type Rendering,
  renderMessage,
} from '@tally/message/discord';
import type { Values } from '@tally/message/template';
import type { ServerSummary } from '../../servers/index.ts';
import type { GreetingFacts } from '../service/greet.ts';

/** The image's file name in its message. */
export const CARD = 'card.png';

export interface Greeting {
  readonly facts: GreetingFacts;
  readonly template: MessageTemplate;
  readonly looks: ServerSummary;
  readonly pings: boolean;
  readonly avatarUrl: string | null;
  readonly now: Date;
}

export function renderGreeting(greeting: Greeting): { payload: MessagePayload; identity: Rendering['identity'] } {
  const { facts, template, pings } = greeting;
  const { payload, identity } = renderMessage({
    template,
    placeholders: placeholdersFor(facts.type),
    values: valuesOf(greeting),
    locale: greeting.looks.locale,
    // A test shows the same mention as a real greeting, but pings no one.
    ping: pings ? { users: [facts.userId], isSilent: facts.isTest } : {},
  });
  // Without this fallback, a message whose placeholders are all empty would have no content.
  const whole = payload ?? { content: mentionOf(facts), allowed_mentions: noMentions };
  return { payload: facts.hasCard ? withCard(whole) : whole, identity };
}

const mentionOf = ({ userId }: Pick<GreetingFacts, 'userId'>): string => `<@${userId}>`;

/** Puts the image into the owner's embed if the embed has none. Otherwise the image appears below the message. */
function withCard(payload: MessagePayload): MessagePayload {
  const [embed, ...others] = payload.embeds ?? [];
  if (!embed || embed.image) return payload;
  return { ...payload, embeds: [{ ...embed, image: { url: `attachment://${CARD}` } }, ...others] };
}

function valuesOf({ facts, looks, avatarUrl, now }: Greeting): Values {
  const { memberCount: count } = facts;
  return {
    server: looks.name,
    server_icon: looks.iconUrl,
    member_count: count,
    now: moment(now, 'f'),
    member: mentionOf(facts),
    member_name: facts.name,
    member_id: facts.userId,
    member_avatar: avatarUrl,
    count,
    ordinal: looks.locale.startsWith('en') ? ordinal(count) : count,
    account_created: moment(bornAt(facts.userId), 'D'),
    joined: facts.joinedAt === null ? null : moment(new Date(facts.joinedAt), 'D'),
  };
}

const moment = (date: Date, style: 'f' | 'D'): string => `<t:${Math.floor(date.getTime() / 1000)}:${style}>`;

const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const rules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinal = (count: number): string => `${count.toLocaleString('en')}${endings[rules.select(count)]}`;
