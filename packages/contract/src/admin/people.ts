import { z } from 'zod';
import { dev } from '../wire/access.ts';
import { isoDate, page, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { line, RowId } from '../wire/fields.ts';
import { ServerId, UserId } from '../wire/ids.ts';
import { LONGEST_REASON, REASON } from '../wire/reason.ts';
import { FileSection } from './file.ts';

/** The flags that staff can grant. The configuration makes a person Owner, and a plan makes them Premium. */
export const givenFlags = ['Partner', 'Beta', 'Staff', 'Developer'] as const;
export const GivenFlag = z.enum(givenFlags);
export type GivenFlag = z.infer<typeof GivenFlag>;

/** The reason that staff give before they view a person's data or take something from them. */
export const StaffReason = line(LONGEST_REASON)
  .regex(REASON)
  .meta({ examples: ['Lost their login'] });

export const BannedKind = z.enum(['person', 'server']);
export type BannedKind = z.infer<typeof BannedKind>;

/** A banned person or server. Without an end, the ban lasts until staff lift it. */
export const Ban = z
  .object({
    kind: BannedKind,
    subject: RowId,
    name: z.string().nullable(),
    reason: z.string(),
    since: isoDate,
    until: isoDate.nullable(),
    by: z.string().nullable(),
  })
  .meta({ id: 'Ban' });
export type Ban = z.infer<typeof Ban>;

/** A person's file for staff, without their email address and texts. */
export const PersonFile = z
  .object({
    userId: UserId,
    username: z.string(),
    globalName: z.string().nullable(),
    avatar: z.string().nullable(),
    hasEmail: z.boolean(),
    createdAt: isoDate,
    lastLoginAt: isoDate,
    flags: z.array(GivenFlag),
    isOwner: z.boolean(),
    ban: Ban.nullable(),
    servers: z.array(z.object({ serverId: ServerId, name: z.string(), isOwner: z.boolean() })),
    sections: z.array(FileSection),
  })
  .meta({ id: 'PersonFile' });
export type PersonFile = z.infer<typeof PersonFile>;

export const StaffHit = z
  .object({
    kind: z.enum(['person', 'server', 'streamer', 'giveaway', 'post', 'changelog', 'wish']),
    id: z.string(),
    title: z.string(),
    /** Our page with more about this item. */
    href: z.string(),
    /** The picture of a person or a server. */
    picture: z.string().nullable().optional(),
    /** The roles of a person in the project. */
    flags: z.array(z.enum([...givenFlags, 'Owner'])).optional(),
  })
  .meta({ id: 'StaffHit' });
export type StaffHit = z.infer<typeof StaffHit>;

/** A field's value. For a long text, only its length is stored. */
export const DeedValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.object({ characters: z.int().min(0) }),
]);
export type DeedValue = z.infer<typeof DeedValue>;

/** One field that an action changed, under its name on the wire. */
export const DeedChange = z
  .object({ field: z.string(), before: DeedValue, after: DeedValue })
  .meta({ id: 'DeedChange' });
export type DeedChange = z.infer<typeof DeedChange>;

/** One staff action, or one access to a person's or server's data. */
export const Deed = z
  .object({
    deedId: RowId,
    /** Null if the account was deleted. */
    userId: UserId.nullable(),
    username: z.string().nullable(),
    /** The name of the call, `home.name`. */
    call: z.string(),
    /** The parameters in the call's path. */
    about: z.record(z.string(), z.string()),
    /** The object's name, and our page that shows it. */
    title: z.string().nullable(),
    href: z.string().nullable(),
    person: z.object({ userId: UserId, username: z.string().nullable() }).nullable(),
    server: z.object({ serverId: ServerId, name: z.string().nullable() }).nullable(),
    changes: z.array(DeedChange),
    reason: z.string().nullable(),
    at: isoDate,
  })
  .meta({ id: 'Deed' });
export type Deed = z.infer<typeof Deed>;

const ofPerson = z.object({ userId: UserId });
const ofBanned = z.object({ kind: BannedKind, id: RowId });
const withReason = z.object({ reason: StaffReason });

export const staffPeople = {
  searchAll: endpoint({
    method: 'GET',
    path: '/admin/search',
    summary:
      'People, servers, streamers, giveaways and texts, by an ID or a name. Without words, people with a flag and the newest.',
    access: dev,
    isPersonal: true,
    query: z.object({ q: line(100).optional() }),
    reply: z.array(StaffHit),
  }),
  getPersonFile: endpoint({
    method: 'GET',
    path: '/admin/people/{userId}',
    summary: "A person's roles in the project, and whether they are banned.",
    access: dev,
    isPersonal: true,
    params: ofPerson,
    reply: PersonFile,
  }),
  setFlags: endpoint({
    method: 'PUT',
    path: '/admin/people/{userId}/flags',
    summary: 'Makes a person a partner, tester, staff member or developer. Only owners can make developers.',
    access: dev,
    params: ofPerson,
    body: withReason.extend({ flags: z.array(GivenFlag).max(givenFlags.length) }),
    reply: sentence,
  }),
  showEmail: endpoint({
    method: 'POST',
    path: '/admin/people/{userId}/email',
    summary: "A person's email address. The person gets a notification with the reason.",
    access: dev,
    once: true,
    params: ofPerson,
    body: withReason,
    reply: z.object({ email: z.string().nullable() }),
  }),
  exportEmails: endpoint({
    method: 'POST',
    path: '/admin/emails/export',
    summary: 'Email addresses of people who want news by email, as a CSV file.',
    access: dev,
    body: withReason,
    answers: 'download',
  }),
  listBans: endpoint({
    method: 'GET',
    path: '/admin/bans',
    summary: 'Banned people and servers, newest first.',
    access: dev,
    isPersonal: true,
    query: z.object(page),
    reply: z.array(Ban),
  }),
  ban: endpoint({
    method: 'PUT',
    path: '/admin/bans/{kind}/{id}',
    summary: 'Bans a person or a server, for a time or until the ban is lifted.',
    access: dev,
    params: ofBanned,
    body: withReason.extend({ until: isoDate.nullable() }),
    reply: sentence,
  }),
  endBan: endpoint({
    method: 'DELETE',
    path: '/admin/bans/{kind}/{id}',
    summary: 'Lifts the ban of a person or server.',
    access: dev,
    params: ofBanned,
    reply: sentence,
  }),
  listDeeds: endpoint({
    method: 'GET',
    path: '/admin/deeds',
    summary: "The staff's actions and the data they read, newest first.",
    access: dev,
    query: z.object({
      userId: UserId.optional(),
      /** Limits the list to this person. */
      personId: UserId.optional(),
      /** Limits the list to this server. */
      serverId: ServerId.optional(),
      call: line(80).optional(),
      from: isoDate.optional(),
      until: isoDate.optional(),
      ...page,
    }),
    reply: z.array(Deed),
  }),
  listDeedChoices: endpoint({
    method: 'GET',
    path: '/admin/deeds/choices',
    summary: 'The staff members and kinds of calls in the audit log.',
    access: dev,
    reply: z.object({
      staff: z.array(z.object({ userId: UserId, username: z.string().nullable() })),
      calls: z.array(z.string()),
    }),
  }),
} as const satisfies Home;
