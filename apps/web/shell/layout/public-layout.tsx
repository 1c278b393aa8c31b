import type { ReactNode } from 'react';
import { Banners } from '../banners/banners.tsx';
import { Header } from '../header/header.tsx';
import { Notices } from '../notices.tsx';
import { getShellFrame } from '../shell-data.ts';
import { Footer } from './footer.tsx';
import { Reporting } from './reporting.tsx';
import { SkipLink } from './skip-link.tsx';

/** The layout of public pages. It must not import the query client or the floating parts. */
export async function PublicLayout({ children }: { children: ReactNode }) {
  const shell = await getShellFrame();
  return (
    <div className="flex min-h-dvh flex-col">
      <div data-screen>
        <SkipLink />
        <Banners />
      </div>
      <Header />
      <main id="content" className="flex-1">
        {children}
      </main>
      <Footer />
      <Notices locale={shell.locale} />
      <Reporting />
    </div>
  );
}
