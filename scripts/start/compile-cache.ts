import { fileURLToPath } from 'node:url';

/**
 * Node keeps what it has compiled of each file, found again by its content: a start takes half the work, from the
 * second one on. Beside the dependencies, so that a new installation begins anew.
 */
export const compileCache: { readonly NODE_COMPILE_CACHE: string } = {
  NODE_COMPILE_CACHE:
    process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
};
