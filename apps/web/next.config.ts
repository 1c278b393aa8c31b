import path from 'node:path';
import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { pagesOnDisk } from './lib/start/pages-on-disk.ts';

// Keeps every build from sending telemetry.
process.env.NEXT_TELEMETRY_DISABLED = '1';

const config: NextConfig = {
  poweredByHeader: false,
  env: { BUILT_PAGES: pagesOnDisk(path.join(import.meta.dirname, 'app')).join(' ') },
  transpilePackages: ['@tally/contract', '@tally/draw', '@tally/message'],
  // `npm test` checks the types, so the build does not check them again.
  typescript: { ignoreBuildErrors: true },
  // The built app runs from `.next/standalone` with only the code it needs: docs/decisions/0184.
  output: 'standalone',
  turbopack: { root: path.join(import.meta.dirname, '../..') },
  // Discord scales its own pictures. The optimizer would decode strangers' uploads for anyone who asks.
  images: { unoptimized: true },
  rewrites: async () => ({
    // `proxy.ts` has read the address, and its header says that the first word is a language.
    beforeFiles: [
      { source: '/:language([a-z]{2})/:path*', has: [{ type: 'header', key: 'x-locale' }], destination: '/:path*' },
    ],
    // A folder whose name begins with a dot is not routed.
    afterFiles: [{ source: '/.well-known/security.txt', destination: '/api/security-txt' }],
    fallback: [],
  }),
  // A player may pause for a long time with an idle connection.
  experimental: { proxyTimeout: 3_600_000, optimizePackageImports: ['lucide-react', '@base-ui/react'] },
};

const withMessages = createNextIntlPlugin({
  requestConfig: './i18n/request.ts',
  // Sentences are parsed during the build, so browsers need no parser.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

export default withMessages(config);
