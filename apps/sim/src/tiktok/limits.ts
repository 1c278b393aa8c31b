/** TikTok promises no rate. An IP address that makes too many calls is refused for the rest of the minute. */
import type { Answer, Call, Names, Route } from './call.ts';
import { challenge } from './pages.ts';
import { isPage } from './trouble.ts';
import type { TikTokWorld } from './world.ts';

const MINUTE_MS = 60_000;

/** A reverse proxy reports the client's address. Without one, all clients share an address. */
const addressOf = ({ headers }: Call): string => headers['x-forwarded-for']?.split(',')[0]?.trim() ?? 'this machine';

export const limited =
  (world: TikTokWorld, run: Route['run']) =>
  (call: Call, names: Names): Answer | Promise<Answer> => {
    const now = world.doors.now().getTime();
    const address = addressOf(call);
    const known = world.callers.get(address);
    const caller = known && now - known.since < MINUTE_MS ? known : { since: now, calls: 0 };
    caller.calls += 1;
    world.callers.set(address, caller);
    if (!world.limits.isLimited || caller.calls <= world.limits.perMinute) return run(call, names);
    // Pages show a challenge, and calls just refuse. Neither reveals how long.
    return isPage(call.path) ? challenge() : { status: 429, headers: {}, body: '' };
  };
