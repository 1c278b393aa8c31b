import { fileURLToPath } from 'node:url';

/**
 * Node caches compiled files by content, which halves the work of later starts. The cache is next to the dependencies,
 * so a new installation starts with an empty one.
 */
export const compileCache: { readonly NODE_COMPILE_CACHE: string } = {
  NODE_COMPILE_CACHE:
    process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
};
