import { AppError, defineFeature, requireUser } from '@tally/kernel';
import { commands } from './commands/index.ts';
import { isStaff } from './render.ts';
import { routes } from './routes.ts';
import { greetCaller } from './service/greet.ts';
import { exportAccount } from './service/leave.ts';
import { newestPeople, searchPeople } from './service/staff.ts';
import { countPeople } from './store/people.ts';

export { flagsOfBadges, imageUrl, isDev, isStaff, localeOf } from './render.ts';
export { notify } from './service/bell.ts';
export { writeLetter } from './service/letter.ts';
export { logInWithDiscord } from './service/login.ts';
export {
  chooseLanguage,
  type Face,
  getCurrentUser,
  getUserFacts,
  listFacesOf,
  listNames,
  listPeopleNamed,
  localeOfUser,
  personChanged,
} from './service/people.ts';
export {
  getProfile,
  giveFlags,
  listEmails,
  setBlacklisted,
} from './service/staff.ts';
export { holdPerson, listBlacklisted } from './store/people.ts';
/** Exported for the query that loads a session with its person. Only `store.ts` files may join this table. */
export { users } from './tables.ts';

export const account = defineFeature({
  name: 'account',
  routes,
  commands,
  greetCaller,
  access: {
    async self(ctx, access, named) {
      const caller = requireUser(ctx);
      if (caller.userId === named) return;
      if (access.only || !isStaff(caller.flags)) throw new AppError('notAllowed');
    },
  },
  exportUser: exportAccount,
  staff: {
    search: searchPeople,
    newest: newestPeople,
    counts: async (ctx) => ({ totalUsers: await countPeople(ctx.db) }),
  },
});
