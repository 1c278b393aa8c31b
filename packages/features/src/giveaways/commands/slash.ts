import { ChannelId, RoleId } from '@tally/contract';
import {
  type Answer,
  type Choice,
  defineCommand,
  type Option,
  privateCard,
  privately,
  type SlashCall,
  serverOf,
} from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { roleMention } from '@tally/message/discord';
import { cut, escapeMarkdown } from '@tally/message/template';
import { whyNotPing } from '../../places/index.ts';
import { readTerms } from '../match/terms.ts';
import { exact, isOpen, relative } from '../render/index.ts';
import { getTyped, listOpenFor, proposeGiveaways } from '../service/entry/find.ts';
import { closeGiveaway } from '../service/life/close.ts';
import {
  createGiveaway,
  pauseGiveaway,
  removeGiveaway,
  resendGiveaway,
  resumeGiveaway,
  updateGiveaway,
} from '../service/life/life.ts';
import { proofUrlOf } from '../service/post/scene.ts';
import { listEntriesOf } from '../store/entries.ts';
import { findGiveaway } from '../store/giveaways.ts';
import type { GiveawayRow } from '../tables.ts';
import { rerollByCommand } from './reroll.ts';
import { readUntil } from './until.ts';
import { byManagers, seerOf } from './who-may.ts';

const complete = async (ctx: Ctx, typed: string, call: SlashCall): Promise<readonly Choice[]> =>
  call.serverId ? await proposeGiveaways(ctx, await seerOf(ctx, call, call.serverId), typed) : [];

const which: Option = {
  name: 'giveaway',
  about: 'giveaways.optionGiveaway',
  type: 'text',
  isRequired: true,
  max: 100,
  complete,
};

const rowOf = async (ctx: Ctx, call: SlashCall): Promise<GiveawayRow> =>
  await getTyped(ctx, await seerOf(ctx, call, serverOf(call)), String(call.options['giveaway'] ?? ''));

async function create(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const { prize, duration, winners, channel, role, managers } = call.options;
  const { minutes, endsAt } = await readUntil(ctx, call, { typed: String(duration), from: ctx.clock.now() });
  const channelId = ChannelId.parse(channel ?? call.channelId);
  const mentionRole = role === undefined ? null : RoleId.parse(role);
  const pinging = await pingingOf(ctx, call, { channelId, mentionRole });
  const id = await createGiveaway(ctx, serverOf(call), {
    body: {
      channelId,
      name: String(prize),
      durationMinutes: minutes,
      winnerCount: typeof winners === 'number' ? winners : 1,
      ...(endsAt ? { endsAt } : {}),
      ...(mentionRole ? { mentionRole } : {}),
      ...(typeof managers === 'boolean' ? { managersMayEnter: managers } : {}),
    },
    isLater: false,
    byId: call.userId,
  });
  const said = await withEnd(ctx, id, say(ctx.locale, 'giveaways.createdIn', { channel: `<#${channelId}>` }));
  return privately([said, ...pinging].join(' '));
}

/** Returns the role that a message will ping. Refuses if the bot or this person may not ping it. */
async function pingingOf(
  ctx: Ctx,
  call: SlashCall,
  { channelId, mentionRole }: { readonly channelId: ChannelId; readonly mentionRole: RoleId | null },
): Promise<string[]> {
  if (!mentionRole) return [];
  const serverId = serverOf(call);
  const why = await whyNotPing(ctx, serverId, { roleId: mentionRole, channelId, asker: call });
  if (why) throw new AppError('invalidFields', {}, [why]);
  return [say(ctx.locale, 'giveaways.pinging', { role: roleMention(serverId, mentionRole) })];
}

async function resend(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const row = await rowOf(ctx, call);
  const { channelId } = row;
  const mentionRole = isOpen(row) ? readTerms(row).mentionRole : null;
  const pinging = await pingingOf(ctx, call, { channelId, mentionRole });
  await resendGiveaway(ctx, row.id, { byId: call.userId });
  return privately([say(ctx.locale, 'giveaways.resent'), ...pinging].join(' '));
}

async function edit(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const row = await rowOf(ctx, call);
  const { prize, duration, winners } = call.options;
  const from = row.startedAt ?? row.startsAt ?? row.createdAt;
  const until = duration === undefined ? null : await readUntil(ctx, call, { typed: String(duration), from });
  await updateGiveaway(ctx, row.id, {
    patch: {
      ...(prize === undefined ? {} : { name: String(prize) }),
      ...(typeof winners === 'number' ? { winnerCount: winners } : {}),
      ...(until ? { durationMinutes: until.minutes, ...(until.endsAt ? { endsAt: until.endsAt } : {}) } : {}),
    },
    byId: call.userId,
  });
  const saved = say(ctx.locale, 'giveaways.saved');
  return privately(until ? await withEnd(ctx, row.id, saved) : saved);
}

/** Adds the end in the reader's own time zone, so a manager notices a wrong zone immediately. */
async function withEnd(ctx: Ctx, id: string, said: string): Promise<string> {
  const endsAt = (await findGiveaway(ctx.db, id))?.endsAt;
  if (!endsAt) return said;
  return `${said} ${say(ctx.locale, 'giveaways.ends', { relative: relative(endsAt), exact: exact(endsAt) })}.`;
}

const SHOWN = 15;
/** An embed holds fifteen names of this length, even if every character is escaped. */
const MOST_OF_A_NAME = 80;

/** The answer is private, because it may contain giveaways that others in the channel cannot see. */
async function list(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const rows = await listOpenFor(ctx, await seerOf(ctx, call, serverOf(call)));
  if (rows.length === 0) return privately(say(ctx.locale, 'giveaways.noneHere'));
  const lines = rows.slice(0, SHOWN).map((row) => {
    const at = row.state === 'scheduled' ? row.startsAt : row.endsAt;
    const when = at ? `${relative(at)} (${exact(at)})` : '';
    return `**${escapeMarkdown(cut(readTerms(row).name, MOST_OF_A_NAME))}** · ${say(ctx.locale, `giveaways.state_${row.state}`)} ${when} · ${row.people}`;
  });
  const more = rows.length - lines.length;
  if (more > 0) lines.push(say(ctx.locale, 'giveaways.andMore', { more }));
  return privateCard({ title: say(ctx.locale, 'giveaways.listTitle'), description: lines.join('\n') });
}

async function entries(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const row = await rowOf(ctx, call);
  return privately(say(ctx.locale, 'giveaways.tookPart', { people: row.people, tickets: row.tickets }));
}

/** Shows a person their own salt and key, with which they find their entry in the sheet. */
async function verify(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const row = await rowOf(ctx, call);
  const [entry] = await listEntriesOf(ctx.db, row.id, [call.userId]);
  const url = proofUrlOf(ctx, row);
  if (!entry) return privately(say(ctx.locale, 'giveaways.verifyNotIn', { url }));
  return privately(say(ctx.locale, 'giveaways.verify', { salt: entry.salt ?? '', key: entry.key, url }));
}

/** Creates a command that performs one action and confirms it. */
const deed = (
  run: (ctx: Ctx, row: GiveawayRow, call: SlashCall) => Promise<void>,
  said: `giveaways.${'ending' | 'paused' | 'resumed' | 'removed'}`,
) =>
  byManagers(async (ctx: Ctx, call: SlashCall): Promise<Answer> => {
    await run(ctx, await rowOf(ctx, call), call);
    return privately(say(ctx.locale, said));
  });

const channelTypes = [0, 2, 5, 13];
const mine = { isPrivate: true } as const;

export const giveawayCommand = defineCommand({
  kind: 'slash',
  name: 'giveaway',
  about: 'giveaways.about',
  subcommands: [
    {
      ...mine,
      name: 'create',
      about: 'giveaways.aboutCreate',
      options: [
        { name: 'prize', about: 'giveaways.optionPrize', type: 'text', isRequired: true, min: 1, max: 256 },
        { name: 'duration', about: 'giveaways.optionDuration', type: 'text', isRequired: true, max: 40 },
        { name: 'winners', about: 'giveaways.optionWinners', type: 'whole', min: 1, max: 100 },
        { name: 'channel', about: 'giveaways.optionChannel', type: 'channel', channelTypes },
        { name: 'role', about: 'giveaways.optionRole', type: 'role' },
        { name: 'managers', about: 'giveaways.optionManagers', type: 'yesNo' },
      ],
      run: byManagers(create),
    },
    {
      ...mine,
      name: 'end',
      about: 'giveaways.aboutEnd',
      options: [which],
      run: deed(async (ctx, { id }, { userId: byId }) => await closeGiveaway(ctx, id, { byId }), 'giveaways.ending'),
    },
    {
      ...mine,
      name: 'reroll',
      about: 'giveaways.aboutReroll',
      options: [
        which,
        { name: 'winners', about: 'giveaways.optionWinners', type: 'whole', min: 1, max: 100 },
        { name: 'exclude', about: 'giveaways.optionExclude', type: 'yesNo' },
        { name: 'replace', about: 'giveaways.optionReplace', type: 'user' },
      ],
      run: byManagers(async (ctx: Ctx, call: SlashCall) => await rerollByCommand(ctx, call, await rowOf(ctx, call))),
    },
    {
      ...mine,
      name: 'edit',
      about: 'giveaways.aboutEdit',
      options: [
        which,
        { name: 'prize', about: 'giveaways.optionPrize', type: 'text', min: 1, max: 256 },
        { name: 'duration', about: 'giveaways.optionDuration', type: 'text', max: 40 },
        { name: 'winners', about: 'giveaways.optionWinners', type: 'whole', min: 1, max: 100 },
      ],
      run: byManagers(edit),
    },
    {
      ...mine,
      name: 'pause',
      about: 'giveaways.aboutPause',
      options: [which],
      run: deed(async (ctx, { id }, { userId: byId }) => await pauseGiveaway(ctx, id, { byId }), 'giveaways.paused'),
    },
    {
      ...mine,
      name: 'resume',
      about: 'giveaways.aboutResume',
      options: [which],
      run: deed(async (ctx, { id }, { userId: byId }) => await resumeGiveaway(ctx, id, { byId }), 'giveaways.resumed'),
    },
    {
      ...mine,
      name: 'resend',
      about: 'giveaways.aboutResend',
      options: [which],
      run: byManagers(resend),
    },
    {
      ...mine,
      name: 'delete',
      about: 'giveaways.aboutDelete',
      options: [which],
      run: deed(async (ctx, { id }) => await removeGiveaway(ctx, id), 'giveaways.removed'),
    },
    { ...mine, name: 'list', about: 'giveaways.aboutList', run: list },
    { ...mine, name: 'entries', about: 'giveaways.aboutEntries', options: [which], run: byManagers(entries) },
    { ...mine, name: 'verify', about: 'giveaways.aboutVerify', options: [which], run: verify },
  ],
});
