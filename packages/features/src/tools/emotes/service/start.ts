import type { EmotePlatform, ImportResult, PickedEmote, ServerId } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, requireUser, say, seconds } from '@tally/kernel';
import { requirePlanFlags } from '../../../servers/index.ts';
import { nameEmojis } from '../match/names.ts';
import { findImport, insertImport, listItems } from '../store/imports.ts';
import { type Places, readPlaces } from './places.ts';
import { workSoon } from './queue.ts';
import { findSubRole } from './sub-role.ts';

/** How long the caller waits for results. The import then continues in the background. */
const ANSWER_MS = seconds(3);
const BEAT_MS = 200;

export interface Asked {
  readonly serverId: ServerId;
  readonly platform: EmotePlatform;
  readonly streamer: string;
  readonly emotes: { readonly animated: readonly PickedEmote[]; readonly normal: readonly PickedEmote[] };
  readonly lockToSubIfSet: boolean;
}

/** Stores the request, starts the import, and returns the first results. */
export async function startImport(ctx: Ctx, asked: Asked): Promise<ImportResult> {
  const { serverId, platform, streamer, emotes } = asked;
  const list = [
    ...emotes.normal.map((emote) => ({ ...emote, animated: false })),
    ...emotes.animated.map((emote) => ({ ...emote, animated: true })),
  ];
  if (list.length === 0) throw new AppError('invalidFields', {}, [say(ctx.locale, 'emotes.nothingChosen')]);
  const roleId = asked.lockToSubIfSet ? await findSubRole(ctx, asked) : null;
  await requirePlanFlags(ctx, serverId, roleId ? ['ImportEmojis', 'ImportEmojisWithSub'] : ['ImportEmojis']);
  const id = Buffer.from(ctx.random.bytes(12)).toString('base64url');
  const canAdd = await readPlaces(ctx, serverId);
  const names = nameEmojis(list.map(({ name }) => name));
  await ctx.db.transaction(async (tx) => {
    const isOnly = await insertImport(
      tx,
      {
        id,
        serverId,
        platform,
        streamer,
        requestedBy: requireUser(ctx).userId,
        roleId,
        state: 'running',
        createdAt: ctx.clock.now(),
      },
      list.map(({ name, url, animated }, index) => ({ name: names[index] ?? name, emoteName: name, url, animated })),
    );
    if (!isOnly) throw new AppError('conflict', {}, [say(ctx.locale, 'emotes.importRuns')]);
    await workSoon(ctx, id, { tx });
    const none = { animated: [], normal: [] };
    await keepReply(ctx, tx, { canAdd, failed: none, succeded: none, importId: id, resumesAt: null });
  });
  await waitForSome(ctx, id);
  return await resultOf(ctx, id, canAdd);
}

async function waitForSome(ctx: Ctx, id: string): Promise<void> {
  for (let waited = 0; waited < ANSWER_MS; waited += BEAT_MS) {
    const row = await findImport(ctx.db, id);
    if (!row || row.state !== 'running') return;
    await ctx.timers.pause(BEAT_MS);
  }
}

/** Counts the remaining slots here, because Discord allows few requests about one server. */
const leftOf = (before: Places, { animated, normal }: ImportResult['succeded']): Places => ({
  animated: Math.max(0, before.animated - animated.length),
  normal: Math.max(0, before.normal - normal.length),
});

async function resultOf(ctx: Ctx, importId: string, before: Places): Promise<ImportResult> {
  const [row, items] = await Promise.all([findImport(ctx.db, importId), listItems(ctx.db, [importId])]);
  const named = (state: string, animated: boolean) =>
    items.filter((item) => item.state === state && item.animated === animated).map(({ emoteName }) => emoteName);
  const perKind = (state: string) => ({ animated: named(state, true), normal: named(state, false) });
  const succeded = perKind('done');
  return {
    canAdd: leftOf(before, succeded),
    failed: perKind('failed'),
    succeded,
    importId,
    resumesAt: row?.resumesAt ?? null,
  };
}
