import type { MetadataRoute } from 'next';
import { config } from '../lib/config.ts';

export const dynamic = 'force-dynamic';

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: config().SITE_NAME,
    short_name: config().SITE_NAME,
    start_url: '/dashboard',
    display: 'standalone',
    background_color: '#100E0D',
    theme_color: '#D92B20',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
