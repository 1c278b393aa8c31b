import { type GiveawayMessageType, giveawayMessageTypes, type Locale, type ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { loadServerTemplates, type ServerTemplates, type TextDraft } from '../../../message-editor/index.ts';
import { readTerms } from '../../match/terms.ts';
import type { GiveawayScene, Written } from '../../render/index.ts';
import { listDrawn, listDraws } from '../../store/draws.ts';
import type { GiveawayRow } from '../../tables.ts';

export const loadTemplates = async (
  ctx: Ctx,
  serverIds: readonly ServerId[],
  about: { readonly reader?: Locale } = {},
): Promise<ServerTemplates> =>
  // The line about the fair draw replaces the line with our name.
  await loadServerTemplates(ctx, serverIds, { types: giveawayMessageTypes, area: null, ...about });

export const asSent = ({ config }: Pick<Ctx, 'config'>, { payload, identity }: Written) => ({
  payload,
  identity: identity
    ? { username: identity.username ?? config.SITE_NAME, avatarUrl: identity.avatarUrl ?? null }
    : null,
});

export interface Wording {
  readonly templates: ServerTemplates;
  /** Selects the same variant of the text on every attempt. */
  readonly choice: string;
  readonly draft?: { readonly type: GiveawayMessageType; readonly text: TextDraft } | undefined;
}

export async function sceneOf(ctx: Ctx, row: GiveawayRow, wording: Wording): Promise<GiveawayScene> {
  const [draws, drawn] = await Promise.all([listDraws(ctx.db, row.id), listDrawn(ctx.db, [row.id])]);
  const draw = draws.find(({ number }) => number === row.draw);
  if (!draw) throw new Error(`The giveaway ${row.id} has no draw ${row.draw}.`);
  return setScene(ctx, { row, terms: readTerms(row), draw, drawn }, wording);
}

/** Combines the facts of a giveaway with the texts for its messages. */
export function setScene(
  ctx: Ctx,
  facts: Pick<GiveawayScene, 'row' | 'terms' | 'draw' | 'drawn'>,
  { templates, choice, draft }: Wording,
): GiveawayScene {
  const { row } = facts;
  const draftOf = (type: GiveawayMessageType) => (draft?.type === type ? draft.text : undefined);
  return {
    ...facts,
    looks: templates.looks(row.serverId),
    proofUrl: proofUrlOf(ctx, row),
    now: ctx.clock.now(),
    templateOf: (type) => templates.find(row.serverId, type, choice, draftOf(type)),
  };
}

export const proofUrlOf = (
  { config }: Pick<Ctx, 'config'>,
  { id, serverId }: Pick<GiveawayRow, 'id' | 'serverId'>,
): string => `${config.webUrl}/giveaways/${serverId}/${id}`;
