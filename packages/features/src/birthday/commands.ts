import { type BirthdayBody, ChannelId, MonthDay, RoleId, SAID_AGAIN_AFTER_DAYS, type TextKey } from '@tally/contract';
import {
  type Answer,
  type ComponentCall,
  customId,
  defineCommand,
  type ModalCall,
  message,
  privately,
  type SlashCall,
  update,
} from '@tally/discord/interactions';
import { AppError, type Ctx, isTimeZone, say, spellZone } from '@tally/kernel';
import { type ButtonPayload, noMentions } from '@tally/message/discord';
import { westernDigits } from '@tally/message/template';
import { whyNotPostable } from '../places/index.ts';
import { updateServer } from '../settings/index.ts';
import { monthDayOf, readMonthDay } from './match/calendar.ts';
import { showDay, zonesLike } from './render.ts';
import { birthDateOf } from './service/greet-due.ts';
import { OPEN } from './service/post.ts';
import { isCongratulating, listUpcoming } from './service/read.ts';
import { canSayAgain, checkYear, congratulateHere, sayBirthday } from './service/save.ts';
import { findBirthday } from './store/birthdays.ts';
import { listPlaces } from './store/places.ts';

const MODAL = 'birthday-said';
const CONFIRM = 'birthday-confirm';
const HERE = 'birthday-here';
const REMOVE = 'birthday-remove';

const months = Array.from({ length: 12 }, (_, n) => ({ value: n + 1, text: `birthday.month${n + 1}` as TextKey }));
const year = { name: 'year', about: 'birthday.optionYear', type: 'whole', min: 1900, max: 2200 } as const;

export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'birthday',
    about: 'birthday.command',
    subcommands: [
      {
        name: 'set',
        about: 'birthday.commandSet',
        isPrivate: true,
        options: [
          { name: 'month', about: 'birthday.optionMonth', type: 'whole', isRequired: true, choices: months },
          { name: 'day', about: 'birthday.optionDay', type: 'whole', isRequired: true, min: 1, max: 31 },
          {
            name: 'timezone',
            about: 'birthday.optionZone',
            type: 'text',
            isRequired: true,
            max: 64,
            complete: async (_ctx, typed) => zonesLike(typed).map((zone) => ({ name: zone, value: zone })),
          },
          year,
        ],
        run: set,
      },
      {
        name: 'setup',
        about: 'birthday.commandSetup',
        isPrivate: true,
        permissions: ['ManageGuild'],
        options: [
          {
            name: 'channel',
            about: 'birthday.optionChannel',
            type: 'channel',
            isRequired: true,
            channelTypes: [0, 2, 5, 13],
          },
          { name: 'role', about: 'birthday.optionRole', type: 'role' },
        ],
        run: setUp,
      },
      {
        name: 'congratulate',
        about: 'birthday.commandCongratulate',
        isPrivate: true,
        options: [{ name: 'here', about: 'birthday.optionHere', type: 'yesNo', isRequired: true }],
        run: async (ctx, call) => await choose(ctx, call, call.options['here'] === true),
      },
      { name: 'upcoming', about: 'birthday.commandUpcoming', isPrivate: true, run: upcoming },
    ],
  }),
  defineCommand({ kind: 'component', id: OPEN, isPrivate: true, run: open }),
  defineCommand({ kind: 'modal', id: MODAL, isPrivate: true, run: readModal }),
  defineCommand({ kind: 'component', id: CONFIRM, isPrivate: true, run: confirm }),
  defineCommand({
    kind: 'component',
    id: HERE,
    isPrivate: true,
    run: async (ctx, call) => await choose(ctx, call, call.args[0] === 'on'),
  }),
  defineCommand({ kind: 'component', id: REMOVE, isPrivate: true, run: remove }),
];

type Anyone = Pick<SlashCall, 'userId' | 'serverId'>;

async function set(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const { month, day, timezone, year: bornIn } = call.options;
  const date = monthDayOf({ month: Number(month), day: Number(day) });
  if (!MonthDay.safeParse(date).success) throw refusal(ctx, 'birthday.noSuchDay');
  return (
    (await known(ctx, call, date)) ?? ask(ctx, { date, zone: String(timezone), year: bornIn ? String(bornIn) : '' })
  );
}

/** Handles the panel's button. People with a saved birthday only choose whether it is celebrated here. */
async function open(ctx: Ctx, call: ComponentCall): Promise<Answer> {
  const told = await known(ctx, call);
  if (told) return told;
  return {
    kind: 'modal',
    customId: customId(MODAL),
    title: say(ctx.locale, 'birthday.modalTitle'),
    fields: [
      { id: 'date', label: say(ctx.locale, 'birthday.modalDate'), maxLength: 5 },
      { id: 'zone', label: say(ctx.locale, 'birthday.modalZone'), maxLength: 64 },
      { id: 'year', label: say(ctx.locale, 'birthday.modalYear'), maxLength: 4, isRequired: false },
    ],
  };
}

async function readModal(ctx: Ctx, { fields }: ModalCall): Promise<Answer> {
  const [month = '', day = ''] = westernDigits(fields['date'] ?? '')
    .trim()
    .split(/[/.-]/);
  const date = `${month.padStart(2, '0')}/${day.padStart(2, '0')}`;
  return ask(ctx, { date, zone: fields['zone'] ?? '', year: westernDigits(fields['year'] ?? '') });
}

interface Said {
  readonly date: string;
  readonly zone: string;
  readonly year: string;
}

/** Asks for confirmation, because a birthday can be set only once. */
function ask(ctx: Ctx, said: Said): Answer {
  const body = readSaid(ctx, said);
  const { date = '', timeZone: zone = '' } = body;
  checkYear(ctx, readMonthDay(date ?? ''), body.year ?? null);
  const shown = showDay(ctx.locale, readMonthDay(date ?? ''));
  const args = [(date ?? '').replace('/', '-'), zone, body.year ? String(body.year) : ''];
  return message({
    content: say(ctx.locale, 'birthday.confirm', { date: shown, zone, year: body.year ? String(body.year) : 'none' }),
    components: buttons({
      type: 2,
      style: 3,
      custom_id: customId(CONFIRM, ...args),
      label: say(ctx.locale, 'birthday.confirmButton'),
    }),
    allowed_mentions: noMentions,
  });
}

const buttons = (...components: ButtonPayload[]) => [{ type: 1 as const, components }];

async function confirm(ctx: Ctx, call: ComponentCall): Promise<Answer> {
  const [date = '', zone = '', bornIn = ''] = call.args;
  const body = readSaid(ctx, { date: date.replace('-', '/'), zone, year: bornIn });
  await sayBirthday(ctx, { userId: call.userId, body, isStaff: false });
  if (call.serverId) await congratulateHere(ctx, { userId: call.userId, serverId: call.serverId, isWanted: true });
  const shown = showDay(ctx.locale, readMonthDay(body.date ?? ''));
  const content = say(ctx.locale, 'birthday.isSaved', { date: shown, isOn: await isOn(ctx, call) });
  return update({ content, components: [], allowed_mentions: noMentions });
}

function readSaid(ctx: Ctx, { date, zone, year: bornIn }: Said): BirthdayBody {
  const day = MonthDay.safeParse(date);
  if (!day.success) throw refusal(ctx, 'fields.monthDay');
  const timeZone = spellZone(zone.trim());
  if (!isTimeZone(timeZone)) throw refusal(ctx, 'fields.timeZone');
  const text = bornIn.trim();
  if (text !== '' && !/^\d{4}$/.test(text)) throw refusal(ctx, 'fields.wholeNumber');
  return { date: day.data, timeZone, ...(text === '' ? {} : { year: Number(text) }) };
}

const refusal = (ctx: Ctx, key: TextKey): AppError => new AppError('invalidFields', {}, [say(ctx.locale, key)]);

/** Returns null for a person without a saved birthday. `wanted` is a different date that they just entered. */
async function known(ctx: Ctx, { userId, serverId }: Anyone, wanted?: string): Promise<Answer | null> {
  const row = await findBirthday(ctx.db, userId);
  if (!row) return null;
  const date = birthDateOf(row);
  if (!date && canSayAgain(row, ctx.clock.now())) return null;
  if (!date) throw new AppError('birthdayIsSaid');
  const isHere = serverId !== null && (await listPlaces(ctx.db, userId)).includes(serverId);
  const where = isHere ? ((await isOn(ctx, { serverId })) === 'yes' ? 'yes' : 'later') : 'no';
  const shown = showDay(ctx.locale, date);
  const isOther = wanted !== undefined && showDay(ctx.locale, readMonthDay(wanted)) !== shown;
  const content = [
    ...(isOther ? [`${say(ctx.locale, 'birthday.notTaken')} ${say(ctx.locale, 'errors.birthdayIsSaid')}`] : []),
    say(ctx.locale, 'birthday.known', { date: shown, isHere: where }),
  ].join('\n');
  const toggle = { type: 2, style: 2, custom_id: customId(HERE, isHere ? 'off' : 'on') } as const;
  const label = say(ctx.locale, isHere ? 'birthday.hereOff' : 'birthday.hereOn');
  const away = { type: 2, style: 4, custom_id: customId(REMOVE), label: say(ctx.locale, 'birthday.remove') } as const;
  const components = serverId ? buttons({ ...toggle, label }, away) : buttons(away);
  return { ...message({ content, components, allowed_mentions: noMentions }), isPrivate: true } as Answer;
}

/** Asks for confirmation, because a removed birthday cannot be set again for a while. */
async function remove(ctx: Ctx, { userId, args }: ComponentCall): Promise<Answer> {
  const days = { days: SAID_AGAIN_AFTER_DAYS };
  if (args[0] !== 'yes') {
    const label = say(ctx.locale, 'birthday.removeYes');
    const components = buttons({ type: 2, style: 4, custom_id: customId(REMOVE, 'yes'), label });
    return update({ content: say(ctx.locale, 'birthday.removeSure', days), components, allowed_mentions: noMentions });
  }
  await sayBirthday(ctx, { userId, body: { date: null }, isStaff: false });
  return update({ content: say(ctx.locale, 'birthday.isRemoved', days), components: [], allowed_mentions: noMentions });
}

async function choose(ctx: Ctx, { userId, serverId }: Anyone, isWanted: boolean): Promise<Answer> {
  if (serverId) await congratulateHere(ctx, { userId, serverId, isWanted });
  if (!isWanted) return privately(say(ctx.locale, 'birthday.isNotHere'));
  return privately(say(ctx.locale, 'birthday.isHere', { isOn: await isOn(ctx, { serverId }) }));
}

/** The reply promises a celebration only if the server really celebrates birthdays. */
const isOn = async (ctx: Ctx, { serverId }: Pick<Anyone, 'serverId'>): Promise<'yes' | 'no'> =>
  serverId && (await isCongratulating(ctx, serverId)) ? 'yes' : 'no';

async function setUp(ctx: Ctx, { serverId, options }: SlashCall): Promise<Answer> {
  const channelId = ChannelId.parse(options['channel']);
  const role = options['role'] === undefined ? {} : { birthdayRoleId: RoleId.parse(options['role']) };
  if (serverId) await updateServer(ctx, serverId, { birthdayEnabled: true, birthdayChannelId: channelId, ...role });
  const why = serverId && (await whyNotPostable(ctx, serverId, channelId));
  return privately(
    [say(ctx.locale, 'birthday.isSetUp', { channel: `<#${channelId}>` }), ...(why ? [why] : [])].join('\n\n'),
  );
}

const SHOWN = 10;

async function upcoming(ctx: Ctx, { serverId }: SlashCall): Promise<Answer> {
  const list = serverId ? await listUpcoming(ctx, serverId, { limit: SHOWN }) : [];
  if (list.length === 0) return privately(say(ctx.locale, 'birthday.noneUpcoming'));
  const lines = list.map(({ userId, date }) => {
    const [, month = 1, day = 1] = date.split('-').map(Number);
    return `**${showDay(ctx.locale, { month, day })}** · <@${userId}>`;
  });
  const title = say(ctx.locale, 'birthday.upcomingTitle');
  return message({ embeds: [{ title, description: lines.join('\n') }], allowed_mentions: noMentions });
}
