import { z } from 'zod';
// The API translates these messages. It finds the key by the English text.
import { fields as say } from '../texts/en/fields.ts';
import { manager, staff, user } from '../wire/access.ts';
import { page, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { TimeZone } from '../wire/fields.ts';
import { ServerId, UserId } from '../wire/ids.ts';

/** A day of the year as `MM/DD`. 02/29 is valid. */
export const MonthDay = z
  .string()
  .regex(
    /^(?:(?:0[13578]|1[02])\/(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)\/(?:0[1-9]|[12]\d|30)|02\/(?:0[1-9]|[12]\d))$/,
    say.monthDay,
  )
  .meta({ examples: ['03/14'] });

/** The day on which a person born on 29 February celebrates in other years. */
export const leapDays = ['feb28', 'mar1'] as const;
export const LeapDay = z.enum(leapDays);
export type LeapDay = z.infer<typeof LeapDay>;

/** Earlier than the birth year of any living person. */
export const EARLIEST_BIRTH_YEAR = 1900;
/** The wait, in days, after a person removes their birthday. It prevents two greetings a year. Staff need not wait. */
export const SAID_AGAIN_AFTER_DAYS = 30;
/** The most servers that congratulate one person. */
export const MAX_CONGRATULATING = 100;

/** A person's birthday settings. An absent field stays unchanged. */
export const BirthdayBody = z
  .object({
    /** Can be set once; then only staff can change it. Null removes it and blocks a new one for a month. */
    date: MonthDay.nullable().optional(),
    /** Private. A greeting names the age only if `showsAge` is set. */
    year: z.int().min(EARLIEST_BIRTH_YEAR).max(2200).nullable().optional(),
    timeZone: TimeZone.optional(),
    leapDay: LeapDay.optional(),
    showsAge: z.boolean().optional(),
    /** The servers that may congratulate the person. Replaces the previous list. */
    whereToCongratulate: z.array(ServerId).max(MAX_CONGRATULATING).optional(),
  })
  .meta({ id: 'BirthdayBody' });
export type BirthdayBody = z.infer<typeof BirthdayBody>;

/** The next birthday of a member who wants to be congratulated here. */
export const UpcomingBirthday = z
  .object({
    userId: UserId,
    username: z.string().nullable(),
    /** The birthday itself. A person born on 29 February celebrates on another day in most years. */
    birthday: MonthDay,
    /** The day of the next greeting in the person's own time zone. */
    date: z.iso.date(),
    timeZone: z.string(),
  })
  .meta({ id: 'UpcomingBirthday' });
export type UpcomingBirthday = z.infer<typeof UpcomingBirthday>;

export const CongratulatingServer = z
  .object({ guildId: ServerId, name: z.string(), icon: z.string().nullable() })
  .meta({ id: 'CongratulatingServer' });
export type CongratulatingServer = z.infer<typeof CongratulatingServer>;

export const birthday = {
  listUpcoming: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/birthdays',
    summary: 'Upcoming birthdays. `cursor` is `date_userId` of the last one.',
    access: manager('guildId'),
    params: z.object({ guildId: ServerId }),
    query: z.object(page),
    reply: z.array(UpcomingBirthday),
  }),
  listCongratulating: endpoint({
    method: 'GET',
    path: '/@me/birthday/servers',
    summary: 'Servers that could congratulate the person: they are a member, and birthdays are on.',
    access: user,
    reply: z.array(CongratulatingServer),
  }),
  correctBirthday: endpoint({
    method: 'PUT',
    path: '/data/user/{userId}/birthday',
    summary: 'Corrects a birthday that the person can no longer change.',
    access: staff,
    isSlow: true,
    params: z.object({ userId: UserId }),
    body: BirthdayBody,
    reply: sentence,
  }),
} as const satisfies Home;
