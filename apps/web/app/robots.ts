import type { MetadataRoute } from 'next';
import { config } from '../lib/config.ts';

export const dynamic = 'force-dynamic';

export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      allow: '/',
      disallow: [
        '/api/',
        '/dashboard',
        '/select',
        '/settings',
        '/admin',
        '/login',
        '/manage-subscription',
        '/premium/checkout',
        '/media/player/',
      ],
    },
    sitemap: `${config().webUrl}/sitemap.xml`,
  };
}
