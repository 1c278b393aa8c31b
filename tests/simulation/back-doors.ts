import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** A life fails as soon as any code in it bypasses `ctx.clock`, `ctx.timers` or `ctx.random`. */
export function closeBackDoors(): void {
  const closed = (name: string) => () => {
    throw new Error(`${name} goes round the doors`);
  };
  Object.assign(Date, { now: closed('Date.now') });
  Object.assign(Math, { random: closed('Math.random') });
  Object.assign(crypto, { randomUUID: closed('randomUUID') });
  for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'])
    Object.assign(globalThis, { [name]: closed(name) });
  Object.assign(globalThis.crypto, { randomUUID: closed('randomUUID'), getRandomValues: closed('getRandomValues') });
  syncBuiltinESMExports();
}
