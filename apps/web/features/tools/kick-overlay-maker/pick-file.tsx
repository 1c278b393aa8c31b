'use client';

import type { ComponentProps } from 'react';
import { PickFile as Pick } from '../../../ui/fields/pick-file.tsx';

/** SVG is missing on purpose: it can contain code and load remote files. */
const kinds = 'image/png,image/jpeg,image/gif,image/webp,image/avif';

/** A file field for pictures, styled as its content. */
export function PickFile(props: Omit<ComponentProps<typeof Pick>, 'accept' | 'isMultiple'>) {
  return <Pick {...props} accept={kinds} />;
}
