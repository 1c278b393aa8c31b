import { z } from 'zod';
import { dev, staff } from '../wire/access.ts';
import { isoDate } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count } from '../wire/fields.ts';
import { ServerId, UserId } from '../wire/ids.ts';
import { FileSection } from './file.ts';
import { Ban, StaffReason } from './people.ts';

export const waitKinds = ['questions', 'wishes', 'jobs', 'incidents', 'payments', 'disputes'] as const;

export const StaffWait = z
  .object({
    kind: z.enum(waitKinds),
    count,
    /** When the oldest waiting task was added. Null if unknown. */
    since: isoDate.nullable(),
  })
  .meta({ id: 'StaffWait' });
export type StaffWait = z.infer<typeof StaffWait>;

/** A server as staff see it. Its settings are left out. */
export const ServerFile = z
  .object({
    serverId: ServerId,
    name: z.string(),
    icon: z.string().nullable(),
    memberCount: count,
    joinedAt: isoDate,
    /** Null while the bot is in the server. */
    leftAt: isoDate.nullable(),
    owner: z.object({ userId: UserId, username: z.string().nullable() }).nullable(),
    ban: Ban.nullable(),
    /** Until when this staff member can read the server's dashboard. */
    lookUntil: isoDate.nullable(),
    sections: z.array(FileSection),
  })
  .meta({ id: 'ServerFile' });
export type ServerFile = z.infer<typeof ServerFile>;

const ofServer = z.object({ serverId: ServerId });

export const staffCockpit = {
  listWaits: endpoint({
    method: 'GET',
    path: '/admin/waits',
    summary: 'Open tasks for staff: questions, posts without a decision, failed jobs, incidents, payments.',
    access: staff,
    reply: z.array(StaffWait),
  }),
  getServerFile: endpoint({
    method: 'GET',
    path: '/admin/servers/{serverId}',
    summary: "A server's file for staff: owner, plan, streamers, recent messages, errors, payments.",
    access: dev,
    isPersonal: true,
    params: ofServer,
    reply: ServerFile,
  }),
  lookAtServer: endpoint({
    method: 'POST',
    path: '/admin/servers/{serverId}/look',
    summary: "Lets the caller read the server's dashboard for an hour. The owner is notified, with the reason.",
    access: dev,
    params: ofServer,
    body: z.object({ reason: StaffReason }),
    reply: z.object({ until: isoDate }),
  }),
} as const satisfies Home;
