import { getTranslations } from 'next-intl/server';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ComponentProps, ReactNode } from 'react';
import { PlatformsScreen } from '../platforms.tsx';
import { StaffPage, staffHead } from '../staff-page.tsx';
import { EmailsScreen } from './emails.tsx';
import { PeopleScreen } from './people.tsx';
import { PersonScreen } from './person.tsx';
import { SearchScreen } from './search.tsx';
import { ServerFileScreen } from './server.tsx';

type Title = 'people' | 'search' | 'emails' | 'platforms';

const titled = (key: Title) => async () => staffHead((await getTranslations('admin.places'))(key));

type Homes = ComponentProps<typeof StaffPage>['homes'];
const own: Homes = ['admin'];

const Room = ({ homes = own, children }: { homes?: Homes; children: ReactNode }) => (
  <StaffPage homes={homes} who="dev">
    <NuqsAdapter>{children}</NuqsAdapter>
  </StaffPage>
);

export const peopleMetadata = titled('people');
export const PeoplePage = () => (
  <Room>
    <PeopleScreen />
  </Room>
);

export async function PersonPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Room>
      <PersonScreen id={id} />
    </Room>
  );
}

export const serverMetadata = titled('search');
export async function ServerFilePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Room>
      <ServerFileScreen id={id} />
    </Room>
  );
}

export const searchMetadata = titled('search');
export const SearchPage = () => (
  <Room>
    <SearchScreen />
  </Room>
);

export const emailsMetadata = titled('emails');
export const EmailsPage = () => (
  <Room>
    <EmailsScreen />
  </Room>
);

export const platformsMetadata = titled('platforms');
export const PlatformsPage = () => (
  <Room homes={['admin', 'status']}>
    <PlatformsScreen />
  </Room>
);
