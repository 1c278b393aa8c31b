import type { ServerId, UserId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { type Delivered, forgetDeliveriesAbout } from '@tally/pipeline/delivery';
import { commands } from './commands.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { compose } from './service/compose.ts';
import { OWNER } from './service/greet-due.ts';
import { birthdayPart } from './service/guild-part.ts';
import { postPanel, preview, sendTest } from './service/post.ts';
import { birthdayOf } from './service/read.ts';
import { birthdayRoles } from './service/role-places.ts';
import { sayBirthday } from './service/save.ts';
import { settle } from './service/settle.ts';
import { today } from './service/today.ts';
import { deleteBirthday, findBirthday } from './store/birthdays.ts';
import { forgetGreetingsIn, forgetGreetingsOf, listGreetingsOf } from './store/greetings.ts';
import { countServers, findSettings, forgetSettings, listPlaces } from './store/places.ts';

export const zoneOfPerson = async (ctx: Ctx, userId: UserId): Promise<string | null> =>
  (await findBirthday(ctx.db, userId))?.timeZone ?? null;

export const birthday = defineFeature({
  name: OWNER,
  routes,
  commands,
  jobs,
  deliveries: {
    compose,
    delivered: (ctx: Ctx, deliveries: readonly Delivered[]) => settle(ctx, deliveries),
  },
  guildParts: birthdayPart,
  home: { today },
  flagsInUse: async (ctx, serverId) =>
    (await findSettings(ctx.db, serverId))?.enabled ? ['BirthdayNotifications'] : [],
  rolePlaces: birthdayRoles,
  roleOwner: { kinds: { day: { audit: 'birthday', what: 'birthday.theRole', path: '/birthday' } } },
  user: {
    parts: birthdayOf,
    change: async (ctx, userId, { birthday: body }) => {
      if (body) await sayBirthday(ctx, { userId, body, isStaff: false });
    },
  },
  words: {
    greetings: { birthday: sendTest },
    previews: { birthday: preview },
    panels: { birthday: async (ctx, serverId, { body }) => await postPanel(ctx, serverId, body.birthdayChannelId) },
  },
  staff: {
    counts: async (ctx) => ({ 'totalServersUsingX.birthday': await countServers(ctx.db) }),
  },
  forgetServer,
  forgetUser,
  exportUser,
});

async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await forgetSettings(tx, serverId);
    await forgetGreetingsIn(tx, serverId);
  });
}

async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await deleteBirthday(tx, userId);
    await forgetGreetingsOf(tx, userId);
    await forgetDeliveriesAbout(tx, OWNER, userId);
  });
}

async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const birthday = await findBirthday(ctx.db, userId);
  if (!birthday) return {};
  const [whereToCongratulate, greetings] = [await listPlaces(ctx.db, userId), await listGreetingsOf(ctx.db, userId)];
  return { birthday, whereToCongratulate, greetings };
}
