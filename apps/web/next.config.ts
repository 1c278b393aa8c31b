import path from 'node:path';
import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { pagesOnDisk } from './lib/start/pages-on-disk.ts';

// Disables telemetry in every build.
process.env.NEXT_TELEMETRY_DISABLED = '1';

const config: NextConfig = {
  poweredByHeader: false,
  env: { BUILT_PAGES: pagesOnDisk(path.join(import.meta.dirname, 'app')).join(' ') },
  transpilePackages: ['@tally/contract', '@tally/draw', '@tally/message'],
  // The build skips the type check, because `npm test` includes it.
  typescript: { ignoreBuildErrors: true },
  // The built app runs from `.next/standalone` with only the code it needs: docs/decisions/0184.
  output: 'standalone',
  turbopack: { root: path.join(import.meta.dirname, '../..') },
  // Disables the optimizer, which would decode untrusted uploads for anyone. Discord scales its own pictures.
  images: { unoptimized: true },
  rewrites: async () => ({
    // `proxy.ts` sets this header if the URL begins with a language.
    beforeFiles: [
      { source: '/:language([a-z]{2})/:path*', has: [{ type: 'header', key: 'x-locale' }], destination: '/:path*' },
    ],
    // Next does not route a folder whose name begins with a dot.
    afterFiles: [{ source: '/.well-known/security.txt', destination: '/api/security-txt' }],
    fallback: [],
  }),
  // A paused player may leave its connection idle for a long time.
  experimental: { proxyTimeout: 3_600_000, optimizePackageImports: ['lucide-react', '@base-ui/react'] },
};

const withMessages = createNextIntlPlugin({
  requestConfig: './i18n/request.ts',
  // The build parses the texts, so browsers need no parser.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

export default withMessages(config);
