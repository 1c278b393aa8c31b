import type { HttpRunner } from '@tally/infra/http';
import type { Caller, Ctx } from '@tally/kernel';
import type { connectPlatforms } from '@tally/platforms/registry';

interface Whole {
  readonly http: HttpRunner;
  readonly platforms: ReturnType<typeof connectPlatforms>;
}

/** The outside calls that a caller may make. It is here, because then no new call can forget it. */
export const doorsFor = ({ http, platforms }: Whole, caller: Caller): Pick<Ctx, 'http' | 'platforms'> => ({
  http: caller.kind === 'anonymous' ? http.forStrangers : http,
  platforms: caller.kind === 'system' ? platforms : platforms.askedBy(caller),
});
