import {
  type ChannelId,
  defaultLocale,
  type Locale,
  type MessageDraft,
  type MessagePreview,
  type ServerId,
} from '@tally/contract';
import { customId } from '@tally/discord/interactions';
import { AppError, type Ctx, requireUser, say } from '@tally/kernel';
import { type MessagePayload, noMentions } from '@tally/message/discord';
import { seenAs } from '@tally/pipeline/delivery';
import { listNames } from '../../account/index.ts';
import { checkDraft } from '../../message-editor/index.ts';
import { postNow, requirePostable } from '../../places/index.ts';
import { listSummaries } from '../../servers/index.ts';
import { findSettings } from '../store/places.ts';
import { composeAll } from './compose.ts';
import { OWNER } from './greet-due.ts';

const PANEL = 'birthday.thePanel';
/** The id of the panel's button. */
export const OPEN = 'birthday';

/** Sends the caller a test greeting through the whole pipeline, without a ping. */
export async function sendTest(ctx: Ctx, serverId: ServerId, draft: MessageDraft): Promise<string> {
  await checkDraft(ctx, serverId, { ...draft, type: 'birthday' });
  const wanted = draft.birthdayChannelId;
  const channelId = wanted === undefined ? (await findSettings(ctx.db, serverId))?.channelId : wanted;
  if (!channelId) throw new AppError('noChannelChosen', { name: say(ctx.locale, 'birthday.theGreeting') });
  await requirePostable(ctx, serverId, { field: 'birthdayChannelId', id: channelId });
  const about = tried(ctx, draft);
  const words = { name: 'birthday.theGreeting', queued: 'birthday.onItsWay', posted: 'birthday.testPosted' } as const;
  return await postNow(ctx, { owner: OWNER, serverId, channelId, about, kind: 'test', subject: about.userId }, words);
}

/** A test greeting congratulates the caller and uses the unsaved settings. */
const tried = (ctx: Ctx, { message, variants, birthdayRoleId: roleId, birthdayPing }: MessageDraft) => ({
  userId: requireUser(ctx).userId,
  year: null,
  draft: { message, variants, roleId, pings: birthdayPing ?? undefined },
});

/** Shows the caller's greeting as it would be posted now. */
export async function preview(ctx: Ctx, serverId: ServerId, draft: MessageDraft): Promise<MessagePreview> {
  const facts = tried(ctx, draft);
  const [[greeting], names] = await Promise.all([
    composeAll(ctx, [{ serverId, draw: serverId, isTest: true, facts }]),
    listNames(ctx, [facts.userId]),
  ]);
  // A staff member who has not joined the server gets a preview without a greeting.
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
  const name = say(ctx.locale, PANEL);
  if (!channelId) throw new AppError('noChannelChosen', { name });
  await requirePostable(ctx, serverId, { field: 'birthdayChannelId', id: channelId });
  const locale = (await listSummaries(ctx, [serverId])).get(serverId)?.locale ?? defaultLocale;
  const panel = { owner: OWNER, serverId, channelId, payload: panelOf(locale), kind: 'panel', subject: 'panel' };
  return await postNow(ctx, panel, { name: PANEL, queued: 'birthday.onItsWay', posted: 'birthday.panelPosted' });
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
