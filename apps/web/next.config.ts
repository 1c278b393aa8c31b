import path from 'node:path';
import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { readConfig } from './lib/config.ts';
import { pagesOnDisk } from './lib/pages-on-disk.ts';

// Nothing outside is told anything, whoever starts the build.
process.env.NEXT_TELEMETRY_DISABLED = '1';

const { cdnUrl } = readConfig(process.env);
const cdn = new URL(cdnUrl);
const isLoopback = cdn.hostname === '127.0.0.1' || cdn.hostname === 'localhost';

const config: NextConfig = {
  poweredByHeader: false,
  env: { BUILT_PAGES: pagesOnDisk(path.join(import.meta.dirname, 'app')).join(' ') },
  transpilePackages: ['@tally/contract', '@tally/message'],
  turbopack: { root: path.join(import.meta.dirname, '../..') },
  images: {
    deviceSizes: [640, 750, 828, 1080, 1200, 1920, 2048, 3840],
    // Next 16 dropped 16 from its own list.
    imageSizes: [16, 32, 48, 64, 96, 128, 256, 384],
    qualities: [75],
    remotePatterns: [
      {
        protocol: cdn.protocol === 'http:' ? 'http' : 'https',
        hostname: cdn.hostname,
        port: cdn.port,
        pathname: `${cdn.pathname.replace(/\/$/, '')}/**`,
      },
    ],
    // Only the simulated world lives on loopback, and the pattern above still pins its port and path.
    dangerouslyAllowLocalIP: isLoopback,
    maximumRedirects: 0,
    contentDispositionType: 'attachment',
  },
  experimental: { optimizePackageImports: ['lucide-react', '@base-ui/react'] },
};

const withMessages = createNextIntlPlugin({
  requestConfig: './i18n/request.ts',
  // Sentences are parsed while building, so that no browser has to carry the parser.
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

export default withMessages(config);
