import { randomUUID } from 'node:crypto';
import {
  type ChannelId,
  defaultLocale,
  type Locale,
  type MessageDraft,
  type MessagePreview,
  type ServerId,
  type TextKey,
} from '@tally/contract';
import { customId } from '@tally/discord/interactions';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, minutes, requireUser, say, seconds } from '@tally/kernel';
import { type MessagePayload, noMentions } from '@tally/message/discord';
import { awaitOutcome, type Intention, intend, seenAs } from '@tally/pipeline/delivery';
import { listNames } from '../../account/index.ts';
import { checkDraft } from '../../message-editor/index.ts';
import { requirePostable } from '../../places/index.ts';
import { listLooks } from '../../servers/index.ts';
import { findSettings } from '../store/places.ts';
import { composeAll } from './compose.ts';
import { OWNER } from './greet-due.ts';

/** A person waits at the button; slower failures go to the error log. */
const WAITED_FOR_MS = seconds(4);
/** The button of the panel. */
export const OPEN = 'birthday';

/** Congratulates the caller through the whole pipeline, without a ping. */
export async function sendTest(ctx: Ctx, serverId: ServerId, draft: MessageDraft): Promise<string> {
  await checkDraft(ctx, serverId, { ...draft, type: 'birthday' });
  const wanted = draft.birthdayChannelId;
  const channelId = wanted === undefined ? (await findSettings(ctx.db, serverId))?.channelId : wanted;
  if (!channelId) throw new AppError('noChannelChosen', { name: say(ctx.locale, 'birthday.theGreeting') });
  await requirePostable(ctx, serverId, { field: 'birthdayChannelId', id: channelId });
  const about = tried(ctx, draft);
  return await post(ctx, serverId, { channelId, about, kind: 'test', subject: about.userId });
}

/** The caller is congratulated, with unsaved settings. */
const tried = (ctx: Ctx, { message, variants, birthdayRoleId: roleId, birthdayPing }: MessageDraft) => ({
  userId: requireUser(ctx).userId,
  year: null,
  draft: { message, variants, roleId, pings: birthdayPing ?? undefined },
});

/** The caller's greeting as it would be posted now. */
export async function preview(ctx: Ctx, serverId: ServerId, draft: MessageDraft): Promise<MessagePreview> {
  const facts = tried(ctx, draft);
  const [[greeting], names] = await Promise.all([
    composeAll(ctx, [{ serverId, draw: serverId, isTest: true, facts }]),
    listNames(ctx, [facts.userId]),
  ]);
  // Staff help in servers in which they are not members: there is no greeting there.
  const sent = greeting?.kind === 'send' ? greeting : null;
  return {
    payload: sent && { ...sent.payload },
    sender: await seenAs(ctx, serverId, sent?.identity),
    shows: null,
    people: [{ id: facts.userId, name: names.get(facts.userId) ?? facts.userId }],
    files: [],
  };
}

export async function postPanel(ctx: Ctx, serverId: ServerId, wanted: ChannelId | undefined): Promise<string> {
  const channelId = wanted ?? (await findSettings(ctx.db, serverId))?.channelId;
  const name = say(ctx.locale, 'birthday.thePanel');
  if (!channelId) throw new AppError('noChannelChosen', { name });
  await requirePostable(ctx, serverId, { field: 'birthdayChannelId', id: channelId });
  const locale = (await listLooks(ctx, [serverId])).get(serverId)?.locale ?? defaultLocale;
  return await post(ctx, serverId, { channelId, payload: panelOf(locale), kind: 'panel', subject: 'panel' });
}

const panelOf = (locale: Locale): MessagePayload => ({
  embeds: [{ title: say(locale, 'birthday.panelTitle'), description: say(locale, 'birthday.panelText') }],
  components: [
    {
      type: 1,
      components: [
        {
          type: 2,
          style: 1,
          custom_id: customId(OPEN),
          label: say(locale, 'birthday.panelButton'),
          emoji: { name: '🎂' },
        },
      ],
    },
  ],
  allowed_mentions: noMentions,
});

async function post(
  ctx: Ctx,
  serverId: ServerId,
  message: Pick<Intention, 'channelId' | 'payload' | 'about' | 'subject'> & { readonly kind: 'test' | 'panel' },
): Promise<string> {
  const now = ctx.clock.now();
  const dedupeKey = `birthday ${message.kind} ${randomUUID()}`;
  const intention: Intention = {
    ...message,
    dedupeKey,
    owner: OWNER,
    serverId,
    priority: 2,
    detectedAt: now,
    giveUpAt: new Date(now.getTime() + minutes(5)),
  };
  const isPanel = message.kind === 'panel';
  const name = say(ctx.locale, isPanel ? 'birthday.thePanel' : 'birthday.theGreeting');
  const values = { channel: `<#${message.channelId}>`, name };
  const onItsWay = say(ctx.locale, 'birthday.onItsWay', values);
  await ctx.db.transaction(async (tx) => {
    await intend(ctx, tx, [intention]);
    await keepReply(ctx, tx, onItsWay);
  });
  const delivery = await awaitOutcome(ctx, dedupeKey, WAITED_FOR_MS);
  if ((delivery?.state === 'failed' || delivery?.state === 'skipped') && delivery.reason) {
    const reason: TextKey = `notifications.reason${upper(delivery.reason)}`;
    throw new AppError('conflict', {}, [say(ctx.locale, reason, values)]);
  }
  if (delivery?.state !== 'posted') return onItsWay;
  return say(ctx.locale, isPanel ? 'birthday.panelPosted' : 'birthday.testPosted', values);
}

const upper = <W extends string>(word: W) => `${word.charAt(0).toUpperCase()}${word.slice(1)}` as Capitalize<W>;
