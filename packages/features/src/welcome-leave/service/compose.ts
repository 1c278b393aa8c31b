import { languageNames, type ServerId } from '@tally/contract';
import type { FileToSend } from '@tally/discord/rest';
import { type Ctx, days, say, seconds } from '@tally/kernel';
import type { Composition, Delivery } from '@tally/pipeline/delivery';
import { imageUrl } from '../../account/index.ts';
import { loadServerTemplates } from '../../message-editor/index.ts';
import { listSummaries } from '../../servers/index.ts';
import { mainColour, type Rgb } from '../render/background.ts';
import { drawCard } from '../render/card.ts';
import { CARD, renderGreeting } from '../render/message.ts';
import { findSettings, listSettings } from '../store/settings.ts';
import { readCardPicture } from './card-picture.ts';
import type { GreetingFacts } from './greet.ts';

/** The facts that this feature stores in a delivery. */
const factsOf = ({ about }: Delivery): GreetingFacts => about as unknown as GreetingFacts;

export async function compose(ctx: Ctx, deliveries: readonly Delivery[]): Promise<Composition[]> {
  return await composeAll(
    ctx,
    deliveries.map((delivery) => ({ serverId: delivery.serverId, draw: delivery.id, facts: factsOf(delivery) })),
  );
}

export interface Occasion {
  readonly serverId: ServerId;
  /** The seed that chooses a variant. */
  readonly draw: string;
  readonly facts: GreetingFacts;
}

export async function composeAll(ctx: Ctx, occasions: readonly Occasion[]): Promise<Sent[]> {
  const serverIds = [...new Set(occasions.map(({ serverId }) => serverId))];
  const [templates, settings] = await Promise.all([
    loadServerTemplates(ctx, serverIds, { types: ['welcome', 'leave'], area: 'welcomeLeave' }),
    listSettings(ctx.db, serverIds),
  ]);
  return occasions.map(({ serverId, draw, facts }) => {
    const { payload, identity } = renderGreeting({
      facts,
      template: templates.find(serverId, facts.type, draw, facts.draft),
      looks: templates.looks(serverId),
      // A member who left cannot be pinged.
      pings: facts.type === 'welcome' && (facts.draft?.pings ?? settings.get(serverId)?.welcomePing) === true,
      avatarUrl: imageUrl(ctx.config, 'avatars', facts.userId, facts.avatar),
      now: ctx.clock.now(),
    });
    return { kind: 'send', payload, identity: asIdentity(identity, ctx.config.SITE_NAME) };
  });
}

type Sent = Extract<Composition, { kind: 'send' }>;

const asIdentity = (identity: ReturnType<typeof renderGreeting>['identity'], name: string) =>
  identity ? { username: identity.username ?? name, avatarUrl: identity.avatarUrl ?? null } : null;

/** Creates the image when the message is sent. */
export async function attachCard(ctx: Ctx, delivery: Delivery): Promise<FileToSend[]> {
  const facts = factsOf(delivery);
  if (!facts.hasCard) return [];
  return [{ name: CARD, bytes: await drawFor(ctx, delivery.serverId, facts), contentType: 'image/png' }];
}

export async function drawFor(
  ctx: Ctx,
  serverId: ServerId,
  facts: Pick<GreetingFacts, 'type' | 'name' | 'userId' | 'avatar' | 'memberCount' | 'draft'>,
): Promise<Buffer> {
  const [allLooks, saved] = await Promise.all([listSummaries(ctx, [serverId]), findSettings(ctx.db, serverId)]);
  const looks = allLooks.get(serverId);
  const { draft } = facts;
  const background = (draft?.background === undefined ? saved?.cardBackground : draft.background) ?? null;
  const name = (draft?.picture === undefined ? saved?.cardPicture : draft.picture) ?? null;
  const picture = name === null ? null : await readCardPicture(ctx, serverId, name);
  const locale = looks?.locale ?? ctx.locale;
  const server = looks?.name ?? '';
  return await drawCard(
    {
      name: facts.name,
      headline: say(locale, facts.type === 'welcome' ? 'welcomeLeave.cardWelcome' : 'welcomeLeave.cardLeave', {
        server,
      }),
      detail: say(locale, 'welcomeLeave.cardCount', { count: facts.memberCount }),
      isRtl: languageNames.some(({ value, direction }) => value === locale && direction === 'rtl'),
    },
    await fetchFace(ctx, facts),
    picture ?? (background && { background, colour: await serverColour(ctx, looks?.iconUrl ?? null) }),
  );
}

/** Returns the dominant color of a server's icon. Null without an icon, or while it cannot be loaded. */
async function serverColour(ctx: Ctx, iconUrl: string | null): Promise<Rgb | null> {
  if (iconUrl === null) return null;
  return await ctx.cache.get(`welcome-leave/colour/${iconUrl}`, days(1), async () => {
    const icon = await fetchPicture(ctx, iconUrl);
    return icon && (await mainColour(icon));
  });
}

const MOST_BYTES = 1_000_000;

/** A greeting waits only briefly for an avatar. Without one, it shows the name's first letter. */
async function fetchFace(
  ctx: Ctx,
  { userId, avatar }: Pick<GreetingFacts, 'userId' | 'avatar'>,
): Promise<Buffer | null> {
  if (!avatar) return null;
  return await fetchPicture(
    ctx,
    `${ctx.config.discord.cdnUrl}/avatars/${userId}/${encodeURIComponent(avatar)}.png?size=256`,
  );
}

async function fetchPicture(ctx: Ctx, url: string): Promise<Buffer | null> {
  try {
    return (await ctx.http.bytes({ world: 'discord', url, timeoutMs: seconds(3), maxBytes: MOST_BYTES })).data;
  } catch (error) {
    ctx.log.info({ err: error, url }, 'A picture for a card could not be fetched.');
    return null;
  }
}
