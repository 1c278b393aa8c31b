import { registerHooks } from 'node:module';
import { replaced } from './replaced.ts';

const root = new URL('../../', import.meta.url);
const standIns = new Map(
  replaced.map(({ store, by }) => [new URL(store, root).href, new URL(`memory/${by}`, import.meta.url).href]),
);
const byStandIn = new Set(standIns.values());

/** Redirects imports of a store to its stand-in. Only the stand-in still imports the real file. */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const standIn = standIns.get(found.url);
    return standIn && !byStandIn.has(context.parentURL ?? '') ? { ...found, url: standIn } : found;
  },
});
