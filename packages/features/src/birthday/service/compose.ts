import { placeholdersFor, type RoleId, type ServerId, type UserId } from '@tally/contract';
import type { Member } from '@tally/discord/rest';
import { type Ctx, seconds, UpstreamError } from '@tally/kernel';
import { type MessagePayload, noMentions, renderMessage } from '@tally/message/discord';
import { cleanLine, type Values } from '@tally/message/template';
import type { Composition, Delivery } from '@tally/pipeline/delivery';
import { imageUrl } from '../../account/index.ts';
import { loadServerTemplates, type ServerTemplates, type TextDraft } from '../../message-editor/index.ts';
import type { ServerSummary } from '../../servers/index.ts';
import { listBirthdays } from '../store/birthdays.ts';
import { listSettings } from '../store/places.ts';
import type { BirthdayRow, SettingsRow } from '../tables.ts';

/** The stored facts about a greeting. A test greeting has no year. */
interface Facts {
  readonly userId: UserId;
  readonly year: number | null;
  /** The unsaved settings of a test greeting. */
  readonly draft?: GreetingDraft;
}
export interface GreetingDraft extends TextDraft {
  readonly roleId?: RoleId | null | undefined;
  readonly pings?: boolean | undefined;
}
const factsOf = ({ about }: Delivery): Facts => about as unknown as Facts;

/** Waits before the next attempt, so Discord can recover. */
const AGAIN_MS = seconds(30);

export async function compose(ctx: Ctx, deliveries: readonly Delivery[]): Promise<Composition[]> {
  return await composeAll(
    ctx,
    deliveries.map((delivery) => ({
      serverId: delivery.serverId,
      draw: delivery.id,
      isTest: delivery.kind === 'test',
      facts: factsOf(delivery),
    })),
  );
}

interface Occasion {
  readonly serverId: ServerId;
  /** The same seed always selects the same variant of the text. */
  readonly draw: string;
  readonly isTest: boolean;
  readonly facts: Facts;
}

export async function composeAll(ctx: Ctx, occasions: readonly Occasion[]): Promise<Composition[]> {
  const serverIds = [...new Set(occasions.map(({ serverId }) => serverId))];
  const [templates, settings, people] = await Promise.all([
    loadServerTemplates(ctx, serverIds, { types: ['birthday'], area: 'birthday' }),
    listSettings(ctx.db, serverIds),
    listBirthdays(
      ctx.db,
      occasions.map(({ facts }) => facts.userId),
    ),
  ]);
  const desk = { ctx, templates, settings, people };
  return await Promise.all(occasions.map((occasion) => composeOne(desk, occasion)));
}

interface Desk {
  readonly ctx: Ctx;
  readonly templates: ServerTemplates;
  readonly settings: ReadonlyMap<ServerId, SettingsRow>;
  readonly people: ReadonlyMap<UserId, BirthdayRow>;
}

async function composeOne(
  { ctx, templates, settings, people }: Desk,
  { serverId, draw, isTest, facts }: Occasion,
): Promise<Composition> {
  const member = await findMember(ctx, serverId, facts.userId);
  if (member === 'left') return { kind: 'skip', reason: 'memberLeft' };
  if (member === 'unknown') return { kind: 'wait', until: new Date(ctx.clock.now().getTime() + AGAIN_MS) };
  const own = settings.get(serverId);
  const { draft } = facts;
  const roleId = (draft?.roleId === undefined ? own?.roleId : draft.roleId) ?? null;
  const { payload, identity } = renderMessage({
    template: templates.find(serverId, 'birthday', draw, draft),
    placeholders: placeholdersFor('birthday'),
    values: valuesOf(ctx, {
      facts,
      member,
      looks: templates.looks(serverId),
      roleId,
      person: people.get(facts.userId),
    }),
    locale: templates.looks(serverId).locale,
    // A test greeting shows the same mention as a real one, but pings no one.
    ping: (draft?.pings ?? own?.ping) ? { users: [facts.userId], isSilent: isTest } : {},
  });
  const nothing: MessagePayload = { content: `<@${facts.userId}>`, allowed_mentions: noMentions };
  return {
    kind: 'send',
    payload: payload ?? nothing,
    identity: identity
      ? { username: identity.username ?? ctx.config.SITE_NAME, avatarUrl: identity.avatarUrl ?? null }
      : null,
  };
}

/** The person may have left since they asked for greetings here. */
async function findMember(ctx: Ctx, serverId: ServerId, userId: UserId): Promise<Member | 'left' | 'unknown'> {
  try {
    return await ctx.discord.members.get({ serverId, userId });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return error.kind === 'gone' || error.kind === 'denied' ? 'left' : 'unknown';
  }
}

interface BirthdayScene {
  readonly facts: Facts;
  readonly member: Member;
  readonly looks: ServerSummary;
  readonly roleId: RoleId | null;
  readonly person: BirthdayRow | undefined;
}

function valuesOf(ctx: Ctx, { facts, member, looks, roleId, person }: BirthdayScene): Values {
  const { user, nick } = member;
  const name = cleanLine(nick ?? user?.displayName ?? '') || (user?.username ?? '');
  return {
    server: looks.name,
    server_icon: looks.iconUrl,
    member_count: looks.memberCount,
    count: looks.memberCount,
    now: `<t:${Math.floor(ctx.clock.now().getTime() / 1000)}:f>`,
    member: `<@${facts.userId}>`,
    member_name: name,
    member_id: facts.userId,
    member_avatar: imageUrl(ctx.config, 'avatars', facts.userId, user?.avatar ?? null),
    role: roleId ? `<@&${roleId}>` : null,
    age: person?.showsAge && person.year && facts.year ? facts.year - person.year : null,
  };
}
