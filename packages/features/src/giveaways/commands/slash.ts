import { ChannelId, RoleId, type ServerId, UserId } from '@tally/contract';
import {
  type Answer,
  type Choice,
  defineCommand,
  type Option,
  privateCard,
  privately,
  type SlashCall,
} from '@tally/discord/interactions';
import { AppError, type Ctx, minutes as inMinutes, readTypedTime, say } from '@tally/kernel';
import { cut, escapeMarkdown } from '@tally/message/template';
import { readTerms } from '../match/terms.ts';
import { exact, relative } from '../render/index.ts';
import { closeGiveaway } from '../service/close.ts';
import { getTyped, listOpenFor, proposeGiveaways } from '../service/find.ts';
import {
  createGiveaway,
  pauseGiveaway,
  removeGiveaway,
  resendGiveaway,
  resumeGiveaway,
  updateGiveaway,
} from '../service/life.ts';
import { reroll } from '../service/redraw.ts';
import { proofUrlOf } from '../service/scene.ts';
import { zoneFor } from '../service/zone.ts';
import { listEntriesOf } from '../store/entries.ts';
import { findGiveaway } from '../store/giveaways.ts';
import type { GiveawayRow } from '../tables.ts';
import { byManagers, seerOf } from './who-may.ts';

const MINUTE_MS = inMinutes(1);

/** Discord offers the command in servers only. */
function serverOf({ serverId }: SlashCall): ServerId {
  if (!serverId) throw new AppError('serverNotFound');
  return serverId;
}

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

interface Until {
  readonly minutes: number;
  /** Where a moment was typed, or a length that is no whole number of minutes. */
  readonly endsAt: Date | null;
}

/** A typed length counts from `from`; a moment is one by the clock of the server. */
async function readUntil(ctx: Ctx, call: SlashCall, { typed, from }: { typed: string; from: Date }): Promise<Until> {
  const zone = await zoneFor(ctx, { serverId: serverOf(call), userId: call.userId });
  const time = readTypedTime(typed, { zone, now: ctx.clock.now() });
  const wrong = (key: 'badSpan' | 'spanOver' | 'spanSkipped') =>
    new AppError('invalidFields', {}, [say(ctx.locale, `giveaways.${key}`, { zone })]);
  switch (time.kind) {
    case 'length': {
      const minutes = Math.ceil(time.milliseconds / MINUTE_MS);
      const isWhole = minutes * MINUTE_MS === time.milliseconds;
      return { minutes, endsAt: isWhole ? null : new Date(from.getTime() + time.milliseconds) };
    }
    case 'moment':
      return { minutes: Math.max(1, Math.ceil((time.at.getTime() - from.getTime()) / MINUTE_MS)), endsAt: time.at };
    case 'past':
      throw wrong('spanOver');
    case 'skipped':
      throw wrong('spanSkipped');
    case 'unclear':
      throw wrong('badSpan');
    default:
      return time satisfies never;
  }
}

async function create(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const { prize, duration, winners, channel, role, managers } = call.options;
  const { minutes, endsAt } = await readUntil(ctx, call, { typed: String(duration), from: ctx.clock.now() });
  const channelId = ChannelId.parse(channel ?? call.channelId);
  const id = await createGiveaway(ctx, serverOf(call), {
    body: {
      channelId,
      name: String(prize),
      durationMinutes: minutes,
      winnerCount: typeof winners === 'number' ? winners : 1,
      ...(endsAt ? { endsAt } : {}),
      ...(role === undefined ? {} : { mentionRole: RoleId.parse(role) }),
      ...(typeof managers === 'boolean' ? { managersMayEnter: managers } : {}),
    },
    isLater: false,
    byId: call.userId,
  });
  return privately(await withEnd(ctx, id, say(ctx.locale, 'giveaways.createdIn', { channel: `<#${channelId}>` })));
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

/** Discord draws the moment by the reader's own clock: who meant another zone sees it at once. */
async function withEnd(ctx: Ctx, id: string, said: string): Promise<string> {
  const endsAt = (await findGiveaway(ctx.db, id))?.endsAt;
  if (!endsAt) return said;
  return `${said} ${say(ctx.locale, 'giveaways.ends', { relative: relative(endsAt), exact: exact(endsAt) })}.`;
}

const SHOWN = 15;
/** So that fifteen of them fit into one card, also with every sign escaped. */
const MOST_OF_A_NAME = 80;

/** Private, so that it shows what this person may see and nothing to the others in the channel. */
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

/** One's own salt and key, to find oneself in the sheet. */
async function verify(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const row = await rowOf(ctx, call);
  const [entry] = await listEntriesOf(ctx.db, row.id, [call.userId]);
  const url = proofUrlOf(ctx, row);
  if (!entry) return privately(say(ctx.locale, 'giveaways.verifyNotIn', { url }));
  return privately(say(ctx.locale, 'giveaways.verify', { salt: entry.salt ?? '', key: entry.key, url }));
}

/** Those that only do something and say so. */
const deed = (
  run: (ctx: Ctx, row: GiveawayRow, call: SlashCall) => Promise<void>,
  said: `giveaways.${'ending' | 'paused' | 'resumed' | 'resent' | 'removed' | 'rerolling'}`,
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
      run: deed(async (ctx, { id }, { userId: byId, options: { winners, exclude, replace } }) => {
        const winnerCount = typeof winners === 'number' ? winners : undefined;
        const replaced = replace === undefined ? undefined : [UserId.parse(replace)];
        await reroll(ctx, id, { winnerCount, excludeEarlierWinners: exclude !== false, replace: replaced, byId });
      }, 'giveaways.rerolling'),
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
      run: deed(async (ctx, { id }, { userId: byId }) => await resendGiveaway(ctx, id, { byId }), 'giveaways.resent'),
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
