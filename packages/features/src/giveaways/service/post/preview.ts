import {
  type GiveawayMessageType,
  GiveawayPreviewBody,
  type MessageDraft,
  type MessagePreview,
  type ServerId,
  UserId,
} from '@tally/contract';
import { type Ctx, requireUser, say } from '@tally/kernel';
import { seenAs } from '@tally/pipeline/delivery';
import { listNames } from '../../../account/index.ts';
import { checkChoices } from '../../../places/index.ts';
import { wholeTerms } from '../../match/terms.ts';
import { type GiveawayScene, renderGiveaway, renderLetter, renderResult, type Written } from '../../render/index.ts';
import { listGiveaways } from '../../store/giveaways.ts';
import { pageOf } from '../draw/write-winner.ts';
import { exampleOf, factsOf } from './example.ts';
import { asSent, loadTemplates, sceneOf, setScene, type Wording } from './scene.ts';

/** The preview searches this many giveaways for one that the message could be about. */
const LOOKED_THROUGH = 10;

/** Shows a giveaway message as it would be posted now, with unsaved changes. */
export async function preview(
  ctx: Ctx,
  serverId: ServerId,
  { type, draft }: { readonly type: GiveawayMessageType; readonly draft: MessageDraft },
): Promise<MessagePreview> {
  const { message, variants } = draft;
  const templates = await loadTemplates(ctx, [serverId]);
  const wording: Wording = { templates, choice: serverId, draft: { type, text: { message, variants } } };
  const real = await findReal(ctx, serverId, { type, wording });
  const scene = real ?? setScene(ctx, exampleOf(ctx, serverId, { type, hostId: requireUser(ctx).userId }), wording);
  return await showScene(ctx, scene, { type, shows: real === null ? 'madeUp' : null });
}

/** Shows the message of an unsaved giveaway in the requested state. */
export async function previewDraft(ctx: Ctx, serverId: ServerId, body: GiveawayPreviewBody): Promise<MessagePreview> {
  await checkChoices(ctx, serverId, { schema: GiveawayPreviewBody, value: body });
  const { state, endsAt = null, hasCodeword = false, ...more } = body;
  const { name = say(ctx.locale, 'giveaways.examplePrize'), winnerCount = 1, ...chosen } = more;
  const terms = wholeTerms({ ...chosen, name, winnerCount, durationMinutes: 1 });
  const templates = await loadTemplates(ctx, [serverId]);
  const facts = factsOf(ctx, { serverId, terms, hostId: requireUser(ctx).userId, state, endsAt, hasCodeword });
  const type = state === 'ended' ? 'giveawayEnded' : 'giveaway';
  return await showScene(ctx, setScene(ctx, facts, { templates, choice: serverId }), { type, shows: null });
}

async function showScene(
  ctx: Ctx,
  scene: GiveawayScene,
  { type, shows }: { readonly type: GiveawayMessageType; readonly shows: MessagePreview['shows'] },
): Promise<MessagePreview> {
  const { payload, identity } = asSent(ctx, write(ctx, scene, type));
  return {
    payload: { ...payload },
    sender: await seenAs(ctx, scene.row.serverId, identity),
    shows,
    people: await peopleIn(ctx, scene),
    files: [],
  };
}

function write(ctx: Ctx, scene: GiveawayScene, type: GiveawayMessageType): Written {
  switch (type) {
    case 'giveaway':
    case 'giveawayEnded':
      return renderGiveaway(scene);
    case 'giveawayWinner':
    case 'giveawayRerolled':
      return renderResult(scene, { number: numberFor(scene, type), part: 1 });
    case 'giveawayDM': {
      const { userId, username } = winnersOf(scene)[0] ?? {};
      const pageUrl = `${ctx.config.webUrl}${userId ? pageOf(userId) : ''}`;
      const to = { userId: userId ?? UserId.parse('100000000000000001'), username: username ?? '', pageUrl };
      return { payload: renderLetter(scene, to), identity: null };
    }
    default:
      return type satisfies never;
  }
}

const winnersOf = ({ drawn }: GiveawayScene) =>
  drawn.filter(({ outcome, userId }) => outcome === 'won' && userId !== null);
const numberFor = ({ row }: GiveawayScene, type: GiveawayMessageType): number =>
  type === 'giveawayRerolled' ? row.draw : 1;

/** Finds the newest giveaway for which this message was or will be posted. */
async function findReal(
  ctx: Ctx,
  serverId: ServerId,
  { type, wording }: { readonly type: GiveawayMessageType; readonly wording: Wording },
): Promise<GiveawayScene | null> {
  const rows = await listGiveaways(ctx.db, serverId, { limit: LOOKED_THROUGH });
  for (const row of rows) {
    const isRunning = row.state === 'running' || row.state === 'paused' || row.state === 'drawing';
    if (isRunning !== (type === 'giveaway')) continue;
    const scene = await sceneOf(ctx, row, wording);
    if (type === 'giveaway' || type === 'giveawayEnded') return scene;
    const isAbout = type === 'giveawayRerolled' ? row.draw > 1 : true;
    const hasWinners = winnersOf(scene).some(
      ({ number }) => type === 'giveawayDM' || number === numberFor(scene, type),
    );
    if (isAbout && hasWinners) return scene;
  }
  return null;
}

/** Returns the names of the people whom the message mentions. */
async function peopleIn(ctx: Ctx, { row, drawn }: GiveawayScene): Promise<MessagePreview['people']> {
  const winners = drawn.flatMap(({ userId, username }) => (userId && username ? [{ id: userId, name: username }] : []));
  if (!row.hostId) return winners;
  const host = (await listNames(ctx, [row.hostId])).get(row.hostId);
  return host ? [...winners, { id: row.hostId, name: host }] : winners;
}
