'use client';

import type { ComponentProps } from 'react';
import { PickFile as Pick } from '../../../ui/fields/pick-file.tsx';

/** SVG is missing on purpose: it can carry code and fetch from elsewhere. */
const kinds = 'image/png,image/jpeg,image/gif,image/webp,image/avif';

/** A field for a picture that looks like what is inside. */
export function PickFile(props: Omit<ComponentProps<typeof Pick>, 'accept' | 'isMultiple'>) {
  return <Pick {...props} accept={kinds} />;
}
